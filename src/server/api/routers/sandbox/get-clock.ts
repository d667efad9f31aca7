import { z } from 'zod';
import { SandboxClock } from '@/contract/sandbox';
import { presentTime } from '@/server/api/present/time';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { readClock } from '@/server/services/sandbox/read-clock';

export const getClockRoute = organizationProcedure
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
  });
