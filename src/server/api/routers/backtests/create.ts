import { Backtest, CreateBacktest } from '@/contract/backtest';
import { presentBacktest } from '@/server/api/present/backtest';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createBacktest } from '@/server/services/backtests/create-backtest';

export const createBacktestRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/programs/{id}/backtests',
      summary: 'Test rules on past events',
      description:
        'Replays the events that were processed between `from` and `to`, on balances, lots, state, levels and budgets as they stood then, with a draft of the rules or the current ones, and compares the results with the actual ones. Everything that no rule did (adjustments, redemptions, transfers) is replayed as it happened; spent value stays spent, so a balance may go below zero. Events that rules scheduled are replayed as they really arrived. Nothing outside the backtest changes. Poll the backtest until it is COMPLETED.',
      status: 202,
      idempotency: 'replay',
      errors: [404, 409, 422],
      tags: ['rules'],
    }),
  )
  .input(CreateBacktest)
  .output(Backtest)
  .mutation(async ({ ctx, input }) => {
    const answer = await replay(ctx, 'backtests.create', input, async (tx) => presentBacktest(await createBacktest(ctx, tx, input)));
    ctx.reply.status = 202;
    return answer;
  });
