import { JournalEntry, JournalEntryPath } from '@/contract/journal';
import { presentJournalEntry } from '@/server/api/present/journal';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getJournalEntry } from '@/server/services/journal/get-journal-entry';

export const getJournalEntryRoute = organizationProcedure
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
  .output(JournalEntry)
  .query(({ ctx, input }) => getJournalEntry(ctx, input.id).then(presentJournalEntry));
