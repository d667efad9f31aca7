import { RecoveredDeliveries, RecoverWebhookEndpoint } from '@/contract/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { recoverEndpoint } from '@/server/services/webhooks/resend-delivery';

export const recoverWebhookEndpointRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/webhook-endpoints/{id}/recover',
      summary: 'Send again everything that failed at a webhook endpoint',
      description: 'Queues each FAILED delivery created since `from` (and before `to`), with all its attempts anew.',
      status: 202,
      errors: [404],
    }),
  )
  .input(RecoverWebhookEndpoint)
  .output(RecoveredDeliveries)
  .mutation(async ({ ctx, input }) => ({ recovered: await recoverEndpoint(ctx, input) }));
