/** Declares the procedures on accounts with gift-card providers, whose credentials no answer contains. */
import {
  CreateFulfillmentAccount,
  FulfillmentAccount,
  FulfillmentAccountPage,
  FulfillmentAccountPath,
  FulfillmentProductPage,
  ListFulfillmentAccounts,
  ListFulfillmentProducts,
  UpdateFulfillmentAccount,
} from '@/contract/fulfillment';
import { presentAccount, presentProduct } from '@/server/api/present/reward';
import { presentPage } from '@/server/api/present/page';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { createAccount, getAccount, listAccounts, updateAccount, verifyAccount } from '@/server/services/fulfillment/accounts';
import { listProducts } from '@/server/services/fulfillment/sources';

export const fulfillmentAccountsRouter = router({
  create: organizationProcedure
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
    ),

  list: organizationProcedure
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
    .query(async ({ ctx, input }) => presentPage(await listAccounts(ctx, input), presentAccount)),

  get: organizationProcedure
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
    .query(({ ctx, input }) => getAccount(ctx, input.id).then(presentAccount)),

  update: organizationProcedure
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
    .mutation(({ ctx, input }) => updateAccount(ctx, input).then(presentAccount)),

  verify: organizationProcedure
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
    .mutation(({ ctx, input }) => verifyAccount(ctx, input.id).then(presentAccount)),

  products: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/fulfillment-accounts/{id}/products',
        summary: 'List the products that the provider of an account sells',
        description: 'Read from the provider at the time of the request, sorted by name.',
        errors: [404, 502],
      }),
    )
    .input(ListFulfillmentProducts)
    .output(FulfillmentProductPage)
    .query(async ({ ctx, input }) => presentPage(await listProducts(ctx, input), presentProduct)),
});
