import { FulfillmentAccount, UpdateFulfillmentAccount } from '@/contract/fulfillment';
import { presentAccount } from '@/server/api/present/fulfillment';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateAccount } from '@/server/services/fulfillment/update-account';

export const updateFulfillmentAccountRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/fulfillment-accounts/{id}',
      summary: 'Change, reconfigure or archive a fulfillment account',
      description:
        'Orders in progress use the new configuration. Rewards of an archived account can no longer be redeemed (`reward_unavailable`).',
      errors: [404],
    }),
  )
  .input(UpdateFulfillmentAccount)
  .output(FulfillmentAccount)
  .mutation(({ ctx, input }) => updateAccount(ctx, input).then(presentAccount));
