import { Backtest, BacktestPath } from '@/contract/backtest';
import { presentBacktest } from '@/server/api/present/backtest';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getBacktest } from '@/server/services/backtests/get-backtest';

export const getBacktestRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/programs/{id}/backtests/{backtest_id}',
      summary: 'Read a backtest',
      description: 'Returns the progress of a backtest, and its result once it is COMPLETED.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(BacktestPath)
  .output(Backtest)
  .query(({ ctx, input }) => getBacktest(ctx, input).then(presentBacktest));
