import { BacktestPage, ListBacktests } from '@/contract/backtest';
import { presentBacktestSummary } from '@/server/api/present/backtest';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listBacktests } from '@/server/services/backtests/get-backtest';

export const listBacktestsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/backtests',
      summary: 'List the backtests of a program',
      description: 'Newest first, without their results; read one for that.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(ListBacktests)
  .output(BacktestPage)
  .query(async ({ ctx, input }) => presentPage(await listBacktests(ctx, input), presentBacktestSummary));
