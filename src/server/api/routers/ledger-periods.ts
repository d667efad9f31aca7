/** Declares the procedures on ledger periods: closing the books, and what was frozen when they closed. */
import {
  ClosePeriod,
  LedgerPeriod,
  LedgerPeriodPage,
  LedgerPeriodPath,
  ListLedgerPeriods,
  PeriodBalanceRow,
  PeriodBalances,
  PeriodFigures,
  PeriodFiguresQuery,
  PeriodFiguresRow,
  ReopenPeriod,
} from '@/contract/ledger-period';
import { answerListing } from '@/server/api/answer-listing';
import { presentPeriod, presentPeriodBalance, presentPeriodFigures } from '@/server/api/present/ledger';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router, sensitiveProcedure } from '@/server/api/trpc';
import { closePeriod, getPeriod, listPeriods, periodBalances, periodFigures, reopenPeriod } from '@/server/services/ledger/periods';

export const ledgerPeriodsRouter = router({
  close: sensitiveProcedure('ADMIN')
    .meta(
      route({
        method: 'POST',
        path: '/v1/ledger-periods',
        summary: 'Close the books up to a time',
        description:
          'Closes everything from the end of the last closed period up to `to`, for all programs of the organization. From then on no journal entry can be dated into the period, and its figures (the roll-forward, the trial balance, the number of entries, and where the hash chain stood) are frozen. The response has the status `CLOSING`; the period is `CLOSED` a moment later, when its figures are added up and all of its entries are sealed. Ledger verifications compare the figures of closed periods with the journal.',
        status: 201,
        idempotency: 'replay',
        location: '/v1/ledger-periods/{id}',
        errors: [409],
      }),
    )
    .input(ClosePeriod)
    .output(LedgerPeriod)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'ledger-periods.close', input, async (tx) => presentPeriod(await closePeriod(ctx, tx, input))),
    ),

  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/ledger-periods',
        summary: 'List closed periods',
        description: 'Newest first, including periods that were reopened.',
        errors: [],
      }),
    )
    .input(ListLedgerPeriods)
    .output(LedgerPeriodPage)
    .query(async ({ ctx, input }) => presentPage(await listPeriods(ctx, input), presentPeriod)),

  get: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/ledger-periods/{id}',
        summary: 'Read a closed period',
        description: 'Returns a period with its status, the number of its entries, and the position of the hash chain when it closed.',
        errors: [404],
      }),
    )
    .input(LedgerPeriodPath)
    .output(LedgerPeriod)
    .query(({ ctx, input }) => getPeriod(ctx, input.id).then(presentPeriod)),

  figures: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/ledger-periods/{id}/figures',
        summary: 'Read the roll-forward of a closed period',
        description:
          'By program and asset, as frozen when the period closed: the rows of an asset add up to the roll-forward report of the same period. Empty while the period is CLOSING.',
        csv: PeriodFiguresRow,
        errors: [404],
      }),
    )
    .input(PeriodFiguresQuery)
    .output(PeriodFigures)
    .query(async ({ ctx, input }) => answerListing(ctx, await periodFigures(ctx, input), presentPeriodFigures)),

  trialBalance: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/ledger-periods/{id}/trial-balance',
        summary: 'Read the trial balance of a closed period',
        description:
          'Balances of each type of account at the end of the period, by program and asset, as frozen when the period closed. Empty while the period is CLOSING.',
        csv: PeriodBalanceRow,
        errors: [404],
      }),
    )
    .input(PeriodFiguresQuery)
    .output(PeriodBalances)
    .query(async ({ ctx, input }) => answerListing(ctx, await periodBalances(ctx, input), presentPeriodBalance)),

  reopen: sensitiveProcedure('OWNER')
    .meta(
      route({
        method: 'POST',
        path: '/v1/ledger-periods/{id}/reopen',
        summary: 'Reopen a closed period',
        description:
          'Only the last closed period can be reopened. Entries can then be dated into it again, and its figures remain readable. In the dashboard only an owner can do this. Reopening it again changes nothing.',
        errors: [404, 409],
      }),
    )
    .input(ReopenPeriod)
    .output(LedgerPeriod)
    .mutation(({ ctx, input }) => reopenPeriod(ctx, input).then(presentPeriod)),
});
