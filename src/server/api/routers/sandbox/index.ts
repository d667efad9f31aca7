import { router } from '@/server/api/trpc';
import { advanceClockRoute } from './advance-clock';
import { cloneProgramRoute } from './clone-program';
import { getClockRoute } from './get-clock';

export const sandboxRouter = router({ clock: getClockRoute, advanceClock: advanceClockRoute, cloneProgram: cloneProgramRoute });
