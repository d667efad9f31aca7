/** Groups the procedures on the signed-in person's own account; none has a REST route. */
import { router } from '@/server/api/trpc';
import { endOtherSessionsProcedure } from './end-other-sessions';
import { endSessionProcedure } from './end-session';
import { listSessionsProcedure } from './list-sessions';
import { renameAccountProcedure } from './rename';

export const accountRouter = router({
  rename: renameAccountProcedure,
  sessions: listSessionsProcedure,
  endSession: endSessionProcedure,
  endOtherSessions: endOtherSessionsProcedure,
});
