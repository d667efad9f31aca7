import { router } from '@/server/api/trpc';
import { advanceClockRoute } from './advance-clock';
import { cloneProgramRoute } from './clone-program';
import { getClockRoute } from './get-clock';
import { getClockMoveRoute } from './get-move';
import { listClockMovesRoute } from './list-moves';

export const sandboxRouter = router({
  clock: getClockRoute,
  advanceClock: advanceClockRoute,
  moves: listClockMovesRoute,
  move: getClockMoveRoute,
  cloneProgram: cloneProgramRoute,
});
