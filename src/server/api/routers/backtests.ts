/** Declares the procedures on backtests, which replay the past events of a program and change nothing outside themselves. */
import { Backtest, BacktestPage, BacktestPath, CreateBacktest, ListBacktests } from '@/contract/backtest';
import { presentBacktest, presentBacktestSummary, presentBegun } from '@/server/api/present/backtest';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { cancelBacktest, createBacktest, listBacktests, tellBacktest } from '@/server/services/backtests/backtests';

export const backtestsRouter = router({
  create: organizationProcedure
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
    .mutation(({ ctx, input }) => replay(ctx, 'backtests.create', input, (tx) => createBacktest(ctx, tx, input).then(presentBegun))),

  get: organizationProcedure
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
    .query(({ ctx, input }) => tellBacktest(ctx, input).then(presentBacktest)),

  list: organizationProcedure
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
    .query(async ({ ctx, input }) => presentPage(await listBacktests(ctx, input), presentBacktestSummary)),

  cancel: organizationProcedure
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
    .mutation(({ ctx, input }) => cancelBacktest(ctx, input).then(presentBegun)),
});
