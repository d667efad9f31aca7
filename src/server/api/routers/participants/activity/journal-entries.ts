import { JournalEntryPage, ListActivityEntries } from '@/contract/journal';
import { presentJournalEntry } from '@/server/api/present/journal';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listParticipantEntries } from '@/server/services/journal/get-journal-entry';

export const listActivityEntriesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/participants/{id}/activity/journal-entries',
      summary: 'List the journal entries that touch a participant',
      errors: [404],
    }),
  )
  .input(ListActivityEntries)
  .output(JournalEntryPage)
  .query(async ({ ctx, input }) => presentPage(await listParticipantEntries(ctx, input), presentJournalEntry));
