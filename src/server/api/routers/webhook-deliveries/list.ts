import { ListWebhookDeliveries, WebhookDeliveryPage } from '@/contract/webhook';
import { presentPage } from '@/server/api/present/page';
import { presentDelivery } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listDeliveries } from '@/server/services/webhooks/get-delivery';

export const listWebhookDeliveriesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-deliveries',
      summary: 'List webhook deliveries',
      description:
        'Deliveries are kept for 90 days after they were created, unless the operator has set another number, with their attempts; then whole months are removed. Pending ones are kept.',
      errors: [],
    }),
  )
  .input(ListWebhookDeliveries)
  .output(WebhookDeliveryPage)
  .query(async ({ ctx, input }) => presentPage(await listDeliveries(ctx, input), presentDelivery));
