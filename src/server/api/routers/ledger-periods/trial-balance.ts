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
      summary: 'The trial balance that a period was closed with',
      description:
        'What accounts of each type held at its end, by program and asset, as it was kept when the period closed. None while it is CLOSING. All rows come on one page.',
      csv: PeriodBalanceRow,
      errors: [404],
    }),
  )
  .input(PeriodFiguresQuery)
  .output(PeriodBalances)
  .query(async ({ ctx, input }) => presentPage({ rows: await periodBalances(ctx, input), nextCursor: null }, presentPeriodBalance));
