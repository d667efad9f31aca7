/** Declares what participants and groups have in common as holders of balances: their activity and their names. */
import type { z } from 'zod';
import { HolderNames, HolderNamesQuery } from '@/contract/holder-names';
import { JournalEntryPage, ListActivityEntries } from '@/contract/journal';
import { ListStateHistory, StateHistoryPage } from '@/contract/state';
import { ListTimeline, TimelinePage } from '@/contract/timeline';
import { ListActivityTransfers, TransferPage } from '@/contract/transfer';
import type { Holder } from '@/domain/ledger/accounts';
import { presentJournalEntry } from '@/server/api/present/ledger';
import { presentPage } from '@/server/api/present/page';
import { presentStateHistoryEntry } from '@/server/api/present/state';
import { presentHappening } from '@/server/api/present/timeline';
import { presentTransfer } from '@/server/api/present/transfer';
import { route } from '@/server/api/route';
import { organizationProcedure, roleProcedure, router } from '@/server/api/trpc';
import type { HolderName } from '@/server/db/repositories/people/holders';
import type { Ctx } from '@/server/platform/context';
import { listTimeline } from '@/server/services/activity/list-timeline';
import { readHolderNames } from '@/server/services/balances/holders';
import { listHolderEntries } from '@/server/services/ledger/entries';
import { listStateHistory } from '@/server/services/state/read-state';
import { listHolderTransfers } from '@/server/services/transfers/transfers';

/** A kind of balance holder: the path its balance routes are served under, and how that path resolves to a holder. */
export interface HolderKind {
  readonly noun: 'participant' | 'group';
  readonly path: '/v1/participants/{id}' | '/v1/groups/{id}';
  readonly Path: z.ZodObject<{ id: z.ZodType<string, string> }, z.core.$strict>;
  named(id: string): HolderName;
  /** @throws DomainError not_found. */
  find(ctx: Ctx, id: string): Promise<Holder>;
}

/** The activity that every kind of holder has: a route for each part, and one timeline of it all for the dashboard. */
export const holderActivityRoutes = ({ noun, path, Path, find }: HolderKind) => ({
  journalEntries: organizationProcedure
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
    ),

  stateHistory: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/activity/state-history`,
        summary: `List the changes of tags, attributes, counters and tiers of a ${noun}`,
        description:
          'Each change with the value before and after, and who or what made it. An operation that changes nothing leaves no row.',
        errors: [404],
      }),
    )
    .input(ListStateHistory.safeExtend(Path.shape))
    .output(StateHistoryPage)
    .query(async ({ ctx, input: { id, ...query } }) =>
      presentPage(await listStateHistory(ctx, await find(ctx, id), query), presentStateHistoryEntry),
    ),

  transfers: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: `${path}/activity/transfers`,
        summary: `List the transfers that a ${noun} gave or received`,
        description: 'Newest first by default, each with all of its recipients.',
        errors: [404],
      }),
    )
    .input(ListActivityTransfers.safeExtend(Path.shape))
    .output(TransferPage)
    .query(async ({ ctx, input: { id, ...query } }) =>
      presentPage(await listHolderTransfers(ctx, await find(ctx, id), query), presentTransfer),
    ),

  /** Lists everything that happened to a holder, for the dashboard and the tool server. */
  timeline: roleProcedure('VIEWER')
    .input(ListTimeline.safeExtend(Path.shape))
    .output(TimelinePage)
    .query(async ({ ctx, input: { id, ...query } }) => {
      const holder = await find(ctx, id);
      return presentPage(await listTimeline(ctx, holder, query), (row) => presentHappening(row, holder.id));
    }),
});

/** Procedures for participants and groups alike. */
export const holdersRouter = router({
  /** Resolves ids of participants and groups to names, for the dashboard. */
  names: roleProcedure('VIEWER')
    .input(HolderNamesQuery)
    .output(HolderNames)
    .query(({ ctx, input }) => readHolderNames(ctx, input)),
});
