/** Declares the procedures on webhook deliveries: what was sent, and sending it again. */
import { ListWebhookDeliveries, WebhookDeliveryDetail, WebhookDeliveryPage, WebhookDeliveryPath } from '@/contract/webhook';
import { presentPage } from '@/server/api/present/page';
import { presentDelivery, presentDeliveryDetail } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { getDelivery, listDeliveries, resendDelivery } from '@/server/services/webhooks/deliveries';

export const webhookDeliveriesRouter = router({
  list: organizationProcedure
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
    .query(async ({ ctx, input }) => presentPage(await listDeliveries(ctx, input), presentDelivery)),

  get: organizationProcedure
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
    .query(({ ctx, input }) => getDelivery(ctx, input.id).then(presentDeliveryDetail)),

  resend: organizationProcedure
    .meta(
      route({
        method: 'POST',
        path: '/v1/webhook-deliveries/{id}/resend',
        summary: 'Send a delivery again',
        description:
          'Queues a DELIVERED or FAILED delivery again, with the full number of attempts. Its body and `webhook-id` stay the same.',
        status: 202,
        errors: [404],
      }),
    )
    .input(WebhookDeliveryPath)
    .output(WebhookDeliveryDetail)
    .mutation(({ ctx, input }) => resendDelivery(ctx, input.id).then(presentDeliveryDetail)),
});
