import { AdvanceClock, AdvancedClock } from '@/contract/sandbox';
import { presentTime } from '@/server/api/present/time';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { organizationClock } from '@/server/platform/context';
import { CLOCK_JOBS } from '@/server/services/jobs';
import { advanceClock } from '@/server/services/sandbox/advance-clock';

export const advanceClockRoute = organizationProcedure
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
  });
