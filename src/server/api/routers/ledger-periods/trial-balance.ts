import { PeriodBalanceRow, PeriodBalances, PeriodFiguresQuery } from '@/contract/ledger-period';
import { answerListing } from '@/server/api/answer-listing';
import { presentPeriodBalance } from '@/server/api/present/ledger-period';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { periodBalances } from '@/server/services/periods/get-period';

export const periodTrialBalanceRoute = organizationProcedure
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
  .query(async ({ ctx, input }) => answerListing(ctx, await periodBalances(ctx, input), presentPeriodBalance));
