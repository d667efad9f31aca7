import { router } from '@/server/api/trpc';
import { createFulfillmentAccountRoute } from './create';
import { getFulfillmentAccountRoute } from './get';
import { listFulfillmentAccountsRoute } from './list';
import { listFulfillmentProductsRoute } from './products';
import { updateFulfillmentAccountRoute } from './update';
import { verifyFulfillmentAccountRoute } from './verify';

export const fulfillmentAccountsRouter = router({
  create: createFulfillmentAccountRoute,
  list: listFulfillmentAccountsRoute,
  get: getFulfillmentAccountRoute,
  update: updateFulfillmentAccountRoute,
  verify: verifyFulfillmentAccountRoute,
  products: listFulfillmentProductsRoute,
});
