/** How participants and groups are called, for the dashboard, which knows them by id. */
import { HolderNames, HolderNamesQuery } from '@/contract/holder-names';
import { roleProcedure } from '@/server/api/trpc';
import { readHolderNames } from '@/server/services/balances/read-holder-names';

export const readHolderNamesProcedure = roleProcedure('VIEWER')
  .input(HolderNamesQuery)
  .output(HolderNames)
  .query(({ ctx, input }) => readHolderNames(ctx, input));
