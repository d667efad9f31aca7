import { TestWebhookEndpoint, WebhookDeliveryDetail } from '@/contract/webhook';
import { presentDeliveryDetail } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { testEndpoint } from '@/server/services/webhooks/test-endpoint';

export const testWebhookEndpointRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/webhook-endpoints/{id}/test',
      summary: 'Send a sample event to a webhook endpoint',
      description:
        'The test is sent, signed and retried like any delivery, even if the endpoint does not subscribe to the type. `data` replaces the sample.',
      status: 202,
      errors: [404],
    }),
  )
  .input(TestWebhookEndpoint)
  .output(WebhookDeliveryDetail)
  .mutation(({ ctx, input }) => testEndpoint(ctx, input).then(presentDeliveryDetail));
