import { WebhookDeliveryDetail, WebhookDeliveryPath } from '@/contract/webhook';
import { presentDeliveryDetail } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getDelivery } from '@/server/services/webhooks/get-delivery';

export const getWebhookDeliveryRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-deliveries/{id}',
      summary: 'Read a webhook delivery with its attempts',
      description: 'Each attempt has the request as it was sent and the beginning of the response.',
      errors: [404],
    }),
  )
  .input(WebhookDeliveryPath)
  .output(WebhookDeliveryDetail)
  .query(({ ctx, input }) => getDelivery(ctx, input.id).then(presentDeliveryDetail));
