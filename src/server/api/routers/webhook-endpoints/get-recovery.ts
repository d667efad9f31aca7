import { WebhookRecovery, WebhookRecoveryPath } from '@/contract/webhook-recovery';
import { presentRecovery } from '@/server/api/present/webhook-recovery';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getRecovery } from '@/server/services/webhooks/start-recovery';

export const getWebhookRecoveryRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-endpoints/{id}/recoveries/{recovery_id}',
      summary: 'Read the progress of a recovery',
      description: 'Returns how many deliveries have been sent again, and how many are left.',
      errors: [404],
    }),
  )
  .input(WebhookRecoveryPath)
  .output(WebhookRecovery)
  .query(({ ctx, input }) => getRecovery(ctx, input).then(presentRecovery));
