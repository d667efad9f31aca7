import { RecoverWebhookEndpoint, WebhookRecovery } from '@/contract/webhook-recovery';
import { presentRecovery } from '@/server/api/present/webhook-recovery';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { startRecovery } from '@/server/services/webhooks/start-recovery';

export const recoverWebhookEndpointRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/webhook-endpoints/{id}/recover',
      summary: 'Resend all failed deliveries of a webhook endpoint',
      description:
        'Starts a recovery: each delivery that failed since `from` (and was created before `to`) is queued again with the full number of attempts, the oldest first, with no more than 100 at a time waiting for their first attempt. An endpoint has one recovery at a time (`recovery_running`).',
      status: 202,
      errors: [404, 409],
    }),
  )
  .input(RecoverWebhookEndpoint)
  .output(WebhookRecovery)
  .mutation(({ ctx, input }) => startRecovery(ctx, input).then(presentRecovery));
