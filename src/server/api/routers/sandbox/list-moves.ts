import { ClockMovePage, ListClockMoves } from '@/contract/clock-move';
import { presentClockMove } from '@/server/api/present/clock-move';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listClockMoves } from '@/server/services/sandbox/clock-moves';

export const listClockMovesRoute = organizationProcedure
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
  .query(async ({ ctx, input }) => presentPage(await listClockMoves(ctx, input), presentClockMove));
