import { JournalEntryPath } from '@/contract/journal';
import { JournalEntryProof } from '@/contract/ledger';
import { presentEntryProof } from '@/server/api/present/ledger';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { proveEntry } from '@/server/services/ledger/prove-entry';

export const proveJournalEntryRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/journal-entries/{id}/proof',
      summary: 'Prove that a journal entry is in the ledger',
      description:
        'The proof that an entry is in the ledger as it was sealed, without the rest of the ledger: hash `record`, follow `path` to the `root` of the first of `seals`, follow those to the `seal_hash` of `checkpoint`, and verify its signature with your copy of the public key. An entry that no checkpoint covers yet is sealed and signed first.',
      errors: [404],
    }),
  )
  .input(JournalEntryPath)
  .output(JournalEntryProof)
  .query(({ ctx, input }) => proveEntry(ctx, input.id, organizationClock(0)).then(presentEntryProof));
