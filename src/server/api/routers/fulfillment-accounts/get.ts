import { FulfillmentAccount, FulfillmentAccountPath } from '@/contract/fulfillment';
import { presentAccount } from '@/server/api/present/fulfillment';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getAccount } from '@/server/services/fulfillment/get-account';

export const getFulfillmentAccountRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/fulfillment-accounts/{id}',
      summary: 'Read a fulfillment account',
      description: 'Returns an account without its credentials, which are stored encrypted and never returned.',
      errors: [404],
    }),
  )
  .input(FulfillmentAccountPath)
  .output(FulfillmentAccount)
  .query(({ ctx, input }) => getAccount(ctx, input.id).then(presentAccount));
