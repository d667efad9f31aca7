import { JournalEntryPage, ListActivityEntries } from '@/contract/journal';
import { presentJournalEntry } from '@/server/api/present/journal';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listHolderEntries } from '@/server/services/journal/get-journal-entry';
import type { HolderKind } from './holder';

export const listHolderEntriesRoute = ({ noun, path, Path, find }: HolderKind) =>
  organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/activity/journal-entries`,
        summary: `List the journal entries that touch a ${noun}`,
        description: 'Newest first by default, each with all of its postings, including those of other accounts.',
        errors: [404],
      }),
    )
    .input(ListActivityEntries.safeExtend(Path.shape))
    .output(JournalEntryPage)
    .query(async ({ ctx, input: { id, ...query } }) =>
      presentPage(await listHolderEntries(ctx, await find(ctx, id), query), presentJournalEntry),
    );
