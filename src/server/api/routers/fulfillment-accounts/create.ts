import { CreateFulfillmentAccount, FulfillmentAccount } from '@/contract/fulfillment';
import { presentAccount } from '@/server/api/present/fulfillment';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { createAccount } from '@/server/services/fulfillment/create-account';

export const createFulfillmentAccountRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/fulfillment-accounts',
      summary: 'Add an account with a gift-card provider',
      description: 'Only the form of the configuration is checked; use `verify` to ask the provider whether it accepts the account.',
      status: 201,
      location: '/v1/fulfillment-accounts/{id}',
      idempotency: 'replay',
      errors: [],
    }),
  )
  .input(CreateFulfillmentAccount)
  .output(FulfillmentAccount)
  .mutation(({ ctx, input }) =>
    replay(ctx, 'fulfillment_accounts.create', input, (tx) => createAccount(ctx, tx, input).then(presentAccount)),
  );
