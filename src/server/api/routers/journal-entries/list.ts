import { JournalEntryPage, ListJournalEntries } from '@/contract/journal';
import { presentJournalEntry } from '@/server/api/present/journal';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listJournalEntries } from '@/server/services/journal/get-journal-entry';

export const listJournalEntriesRoute = organizationProcedure
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
  .query(async ({ ctx, input }) => presentPage(await listJournalEntries(ctx, input), presentJournalEntry));
