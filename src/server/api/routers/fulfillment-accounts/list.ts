import { FulfillmentAccountPage, ListFulfillmentAccounts } from '@/contract/fulfillment';
import { presentAccount } from '@/server/api/present/fulfillment';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listAccounts } from '@/server/services/fulfillment/get-account';

export const listFulfillmentAccountsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/fulfillment-accounts',
      summary: 'List fulfillment accounts',
      description: '`search` matches the name.',
      errors: [],
    }),
  )
  .input(ListFulfillmentAccounts)
  .output(FulfillmentAccountPage)
  .query(async ({ ctx, input }) => presentPage(await listAccounts(ctx, input), presentAccount));
