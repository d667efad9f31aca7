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
      summary: 'Try rules on what has happened',
      description:
        'Plays the events that were processed between `from` and `to` again, on balances, lots, state, levels and budgets as they stood, with a draft of the rules or the present ones, and compares what they would have done with what was done. Whatever no rule did (adjustments, redemptions, transfers) happens as it happened; what was spent stays spent, so a balance may go below zero. Events that rules scheduled are played as they really came. Nothing outside the backtest changes. Read it until it is COMPLETED.',
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
