/** Changes the person's name. */
import { AccountName } from '@/contract/account';
import { personProcedure } from '@/server/api/trpc';
import { renameAccount } from '@/server/services/account/rename-account';

export const renameAccountProcedure = personProcedure
  .input(AccountName)
  .output(AccountName)
  .mutation(({ ctx, input }) => renameAccount(ctx.person.userId, input.name));
