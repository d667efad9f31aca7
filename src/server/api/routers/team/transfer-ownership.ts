/** Transfers ownership of the organization to another member. */
import { TransferOwnership } from '@/contract/team';
import { roleProcedure } from '@/server/api/trpc';
import { transferOwnership } from '@/server/services/team/transfer-ownership';

export const transferOwnershipProcedure = roleProcedure('OWNER')
  .input(TransferOwnership)
  .output(TransferOwnership)
  .mutation(async ({ ctx, input }) => {
    await transferOwnership(ctx, input.member_id);
    return input;
  });
