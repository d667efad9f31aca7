/** Job: advance the ledger verifications that are running. */
import type { Job } from '@/server/job';
import { runVerifications } from '@/server/services/ledger/run-verifications';

export const verifyLedgersJob: Job = {
  name: 'verify-ledgers',
  title: 'Verify ledgers',
  run: runVerifications,
};
