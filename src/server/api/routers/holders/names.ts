/** Resolves ids of participants and groups to names, for the dashboard. */
import { HolderNames, HolderNamesQuery } from '@/contract/holder-names';
import { roleProcedure } from '@/server/api/trpc';
import { readHolderNames } from '@/server/services/balances/read-holder-names';

export const readHolderNamesProcedure = roleProcedure('VIEWER')
  .input(HolderNamesQuery)
  .output(HolderNames)
  .query(({ ctx, input }) => readHolderNames(ctx, input));
