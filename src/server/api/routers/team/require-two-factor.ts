/** Sets whether the organization requires a second factor of its members. */
import { RequireTwoFactor } from '@/contract/team';
import { roleProcedure } from '@/server/api/trpc';
import { requireTwoFactor } from '@/server/services/team/require-two-factor';

export const requireTwoFactorProcedure = roleProcedure('OWNER')
  .input(RequireTwoFactor)
  .output(RequireTwoFactor)
  .mutation(async ({ ctx, input }) => {
    await requireTwoFactor(ctx, input.require);
    return input;
  });
