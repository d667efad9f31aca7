/** Groups the procedures on a team beyond those of the sign-in service; none has a REST route. */
import { router } from '@/server/api/trpc';
import { readTeamProcedure } from './read';
import { requireTwoFactorProcedure } from './require-two-factor';
import { transferOwnershipProcedure } from './transfer-ownership';

export const teamRouter = router({
  read: readTeamProcedure,
  requireTwoFactor: requireTwoFactorProcedure,
  transferOwnership: transferOwnershipProcedure,
});
