import { Backtest, BacktestPath } from '@/contract/backtest';
import { presentBacktest } from '@/server/api/present/backtest';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { cancelBacktest } from '@/server/services/backtests/get-backtest';

export const cancelBacktestRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/backtests/{backtest_id}/cancel',
      summary: 'Cancel a backtest',
      description: 'The backtest ends without a result. Cancelling it again changes nothing.',
      errors: [404],
      tags: ['rules'],
    }),
  )
  .input(BacktestPath)
  .output(Backtest)
  .mutation(({ ctx, input }) => cancelBacktest(ctx, input).then(presentBacktest));
