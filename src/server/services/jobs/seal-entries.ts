/** Job: seal committed entries into the hash chain of their organization, and sign checkpoints. */
import type { Job } from '@/server/job';
import { sealEntries } from '@/server/services/ledger/seal-entries';

export const sealEntriesJob: Job = {
  name: 'seal-entries',
  title: 'Seal journal entries',
  run: sealEntries,
};
