import { ListWebhookRecoveries, WebhookRecoveryPage } from '@/contract/webhook-recovery';
import { presentPage } from '@/server/api/present/page';
import { presentRecovery } from '@/server/api/present/webhook-recovery';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listRecoveries } from '@/server/services/webhooks/start-recovery';

export const listWebhookRecoveriesRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-endpoints/{id}/recoveries',
      summary: 'List the recoveries of a webhook endpoint',
      description: 'Newest first.',
      errors: [404],
    }),
  )
  .input(ListWebhookRecoveries)
  .output(WebhookRecoveryPage)
  .query(async ({ ctx, input }) => presentPage(await listRecoveries(ctx, input), presentRecovery));
