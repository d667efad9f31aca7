import { ListEndpointDeliveries, WebhookDeliveryPage } from '@/contract/webhook';
import { presentPage } from '@/server/api/present/page';
import { presentDelivery } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listDeliveries } from '@/server/services/webhooks/get-delivery';
import { getEndpoint } from '@/server/services/webhooks/get-endpoint';

export const listEndpointDeliveriesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-endpoints/{id}/deliveries',
      summary: 'List the deliveries to a webhook endpoint',
      description: 'Newest first by default, without their attempts.',
      errors: [404],
    }),
  )
  .input(ListEndpointDeliveries)
  .output(WebhookDeliveryPage)
  .query(async ({ ctx, input: { id, ...query } }) => {
    await getEndpoint(ctx, id);
    return presentPage(await listDeliveries(ctx, { ...query, endpoint_id: id }), presentDelivery);
  });
