/** Declares the procedures that only sandboxes have: moving their clock, and copying programs into them. */
import { z } from 'zod';
import { ClockMoveDetail, ClockMovePage, ListClockMoves, ReadClockMove } from '@/contract/clock-move';
import { CloneProgram, ProgramClone } from '@/contract/program-configuration';
import { AdvanceClock, AdvancedClock, SandboxClock } from '@/contract/sandbox';
import { presentClockMove, presentClockMoveDetail } from '@/server/api/present/clock-move';
import { presentPage } from '@/server/api/present/page';
import { presentProgram } from '@/server/api/present/program';
import { presentTime } from '@/server/api/present/time';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { CLOCK_JOBS } from '@/server/services/jobs';
import { cloneProgram } from '@/server/services/programs/programs';
import { advanceClock } from '@/server/services/sandbox/advance-clock';
import { getClockMove, listClockMoves, readClock } from '@/server/services/sandbox/clock';

export const sandboxRouter = router({
  clock: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/sandbox/clock',
        summary: 'Read the clock of a sandbox',
        description: 'Returns the time of the clock and real time, and the move in progress.',
        errors: [409],
      }),
    )
    .input(z.strictObject({}))
    .output(SandboxClock)
    .query(async ({ ctx }) => {
      const { now, realTime, move } = await readClock(ctx);
      const at = presentTime(now);
      return {
        now: at,
        real_time: presentTime(realTime),
        moving: move && { id: move.id, from: presentTime(move.moved_from), to: presentTime(move.moved_to), at },
      };
    }),

  advanceClock: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/sandbox/clock/advance',
        summary: 'Move the clock of a sandbox forward',
        description:
          'Performs, in order, everything that falls due on the way, and responds when all of it is done. Send `to` or `by`; a time that is not in the future is refused with `invalid_parameter`. LIVE organizations get `sandbox_only`.',
        example: { by: '31d' },
        errors: [409],
      }),
    )
    .input(AdvanceClock)
    .output(AdvancedClock)
    .mutation(async ({ ctx, input }) => {
      const { moveId, now, performed } = await advanceClock(ctx, CLOCK_JOBS, organizationClock(0), input);
      return { now: presentTime(now), performed, move_id: moveId };
    }),

  moves: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/sandbox/clock/moves',
        summary: 'List the moves of the clock of a sandbox',
        description: 'Newest first by default, each with how much fell due on the way.',
        errors: [409],
      }),
    )
    .input(ListClockMoves)
    .output(ClockMovePage)
    .query(async ({ ctx, input }) => presentPage(await listClockMoves(ctx, input), presentClockMove)),

  move: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/sandbox/clock/moves/{id}',
        summary: 'Read what happened while the clock of a sandbox was moved',
        description:
          'Counts by kind in steps of a day (of a month or a year for a long move), with the first records of each kind. `from` and `to` narrow both, for example to one day. Everything dated between the two ends of the move counts, including what a request did in the meantime. Webhook attempts are kept as long as their deliveries, 30 days.',
        errors: [404, 409],
      }),
    )
    .input(ReadClockMove)
    .output(ClockMoveDetail)
    .query(({ ctx, input }) => getClockMove(ctx, input).then(presentClockMoveDetail)),

  cloneProgram: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/sandbox/programs/clone',
        summary: 'Copy a program into a sandbox',
        description:
          'Copies assets, tiers, rules, rewards, automations, challenges, settings of notices, referral programs, the terms of batches of codes and leaderboards of `source_program_id`, or of a `configuration` that GET /v1/programs/{id}/export returned in any organization, all or nothing. If the organization already has an asset with the same symbol, that asset is used. Participants, balances, codes, scores and history are not copied; `skipped` lists everything else that is not. Errors name their field like `configuration.rule_sets[0].rules[1].condition`. LIVE organizations get `sandbox_only`.',
        status: 201,
        location: '/v1/programs/{id}',
        idempotency: 'replay',
        example: { name: 'Coffee club, tried out', source_program_id: '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21' },
        errors: [404, 409, 422],
      }),
    )
    .input(CloneProgram)
    .output(ProgramClone)
    .mutation(({ ctx, input }) =>
      replay(ctx, 'sandbox.programs.clone', input, async (tx): Promise<ProgramClone> => {
        const { program, copied, skipped } = await cloneProgram(ctx, tx, input);
        return { ...presentProgram(program), copied, skipped: [...skipped] };
      }),
    ),
});
