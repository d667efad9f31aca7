import { FulfillmentAccount, FulfillmentAccountPath } from '@/contract/fulfillment';
import { presentAccount } from '@/server/api/present/fulfillment';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { verifyAccount } from '@/server/services/fulfillment/verify-account';

export const verifyFulfillmentAccountRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/fulfillment-accounts/{id}/verify',
      summary: 'Ask the provider whether it accepts the account',
      description:
        'Places no order. Returns the account with `verified_at`. `invalid_config` names the setting that the provider refuses; `provider_unavailable` (502) means that the provider gave no usable answer.',
      errors: [404, 502],
    }),
  )
  .input(FulfillmentAccountPath)
  .output(FulfillmentAccount)
  .mutation(({ ctx, input }) => verifyAccount(ctx, input.id).then(presentAccount));
