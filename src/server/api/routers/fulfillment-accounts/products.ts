import { FulfillmentProductPage, ListFulfillmentProducts } from '@/contract/fulfillment';
import { presentProduct } from '@/server/api/present/fulfillment';
import { presentPage } from '@/server/api/present/page';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listProducts } from '@/server/services/fulfillment/list-products';

export const listFulfillmentProductsRoute = organizationProcedure
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
  .query(async ({ ctx, input }) => presentPage(await listProducts(ctx, input), presentProduct));
