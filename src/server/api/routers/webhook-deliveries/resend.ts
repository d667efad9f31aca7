import { WebhookDeliveryDetail, WebhookDeliveryPath } from '@/contract/webhook';
import { presentDeliveryDetail } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { resendDelivery } from '@/server/services/webhooks/resend-delivery';

export const resendWebhookDeliveryRoute = organizationProcedure
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
  .mutation(({ ctx, input }) => resendDelivery(ctx, input.id).then(presentDeliveryDetail));
