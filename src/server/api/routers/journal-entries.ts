/** Declares the procedures on journal entries, which can be read and proven, never changed. */
import { JournalEntryResource, JournalEntryPage, JournalEntryPath, ListJournalEntries } from '@/contract/journal';
import { JournalEntryProof } from '@/contract/ledger';
import { presentEntryProof, presentJournalEntry } from '@/server/api/present/ledger';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { getJournalEntry, listJournalEntries, proveEntry } from '@/server/services/ledger/entries';

export const journalEntriesRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/journal-entries',
        summary: 'List journal entries',
        description: 'Newest first by default, each with its postings, whose amounts sum to 0 for each asset.',
        errors: [],
      }),
    )
    .input(ListJournalEntries)
    .output(JournalEntryPage)
    .query(async ({ ctx, input }) => presentPage(await listJournalEntries(ctx, input), presentJournalEntry)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/journal-entries/{id}',
        summary: 'Read a journal entry',
        description: 'Returns an entry with its postings and, once it is sealed, its hash and that of the previous entry.',
        errors: [404],
      }),
    )
    .input(JournalEntryPath)
    .output(JournalEntryResource)
    .query(({ ctx, input }) => getJournalEntry(ctx, input.id).then(presentJournalEntry)),

  proof: organizationProcedure
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
    .query(({ ctx, input }) => proveEntry(ctx, input.id, organizationClock(0)).then(presentEntryProof)),
});
