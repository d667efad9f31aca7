/** Declares the procedures on a team beyond those of the sign-in service; none has a REST route. */
import { RequireTwoFactor, Team, TransferOwnership } from '@/contract/team';
import { presentTeam } from '@/server/api/present/organization';
import { roleProcedure, router } from '@/server/api/trpc';
import { roleOf } from '@/server/platform/context';
import { readTeam, requireTwoFactor, transferOwnership } from '@/server/services/organizations/team';

export const teamRouter = router({
  /** Lists the people of the organization; every member may see them. */
  read: roleProcedure('VIEWER')
    .output(Team)
    .query(async ({ ctx }) => presentTeam(await readTeam(ctx), roleOf(ctx.actor) ?? 'VIEWER')),

  /** Sets whether the organization requires a second factor of its members. */
  requireTwoFactor: roleProcedure('OWNER')
    .input(RequireTwoFactor)
    .output(RequireTwoFactor)
    .mutation(async ({ ctx, input }) => {
      await requireTwoFactor(ctx, input.require);
      return input;
    }),

  /** Transfers ownership of the organization to another member. */
  transferOwnership: roleProcedure('OWNER')
    .input(TransferOwnership)
    .output(TransferOwnership)
    .mutation(async ({ ctx, input }) => {
      await transferOwnership(ctx, input.member_id);
      return input;
    }),
});
