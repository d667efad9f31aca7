/** What the sign-in service does not know of a team: none of these procedures has a route. */
import { router } from '@/server/api/trpc';
import { readTeamProcedure } from './read';
import { requireTwoFactorProcedure } from './require-two-factor';
import { transferOwnershipProcedure } from './transfer-ownership';

export const teamRouter = router({
  read: readTeamProcedure,
  requireTwoFactor: requireTwoFactorProcedure,
  transferOwnership: transferOwnershipProcedure,
});
