import { ClockMoveDetail, ReadClockMove } from '@/contract/clock-move';
import { presentClockMoveDetail } from '@/server/api/present/clock-move';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getClockMove } from '@/server/services/sandbox/clock-moves';

export const getClockMoveRoute = organizationProcedure
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
  .query(({ ctx, input }) => getClockMove(ctx, input).then(presentClockMoveDetail));
