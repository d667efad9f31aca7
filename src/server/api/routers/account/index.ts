/** The account of whoever is signed in: none of these procedures has a route. */
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
