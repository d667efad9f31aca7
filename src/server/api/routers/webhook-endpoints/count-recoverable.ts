import { RecoverableDeliveries, RecoverWebhookEndpoint } from '@/contract/webhook-recovery';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { countRecoverable } from '@/server/services/webhooks/start-recovery';

export const countRecoverableRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-endpoints/{id}/recover',
      summary: 'Count what a recovery would send again',
      description: 'The deliveries that failed in the window, whenever their events happened.',
      errors: [404],
    }),
  )
  .input(RecoverWebhookEndpoint)
  .output(RecoverableDeliveries)
  .query(async ({ ctx, input }) => ({ total: await countRecoverable(ctx, input) }));
