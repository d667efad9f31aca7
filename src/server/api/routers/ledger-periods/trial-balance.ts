import { PeriodBalanceRow, PeriodBalances, PeriodFiguresQuery } from '@/contract/ledger-period';
import { presentPeriodBalance } from '@/server/api/present/ledger-period';
import { presentPage } from '@/server/api/present/page';
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
        'Balances of each type of account at the end of the period, by program and asset, as frozen when the period closed. Empty while the period is CLOSING. All rows are on one page.',
      csv: PeriodBalanceRow,
      errors: [404],
    }),
  )
  .input(PeriodFiguresQuery)
  .output(PeriodBalances)
  .query(async ({ ctx, input }) => presentPage({ rows: await periodBalances(ctx, input), nextCursor: null }, presentPeriodBalance));
