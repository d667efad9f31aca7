/** Declares the procedure that lists what a webhook endpoint can subscribe to. */
import { ListWebhookEventTypes, WebhookEventTypePage } from '@/contract/webhook';
import { presentPage } from '@/server/api/present/page';
import { presentEventType } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure, router } from '@/server/api/trpc';
import { listEventTypes } from '@/server/services/webhooks/endpoints';

export const webhookEventTypesRouter = router({
  list: organizationProcedure
    .meta(
      route({
        method: 'GET',
        path: '/v1/webhook-event-types',
        summary: 'List webhook event types',
        description: 'You can subscribe to any listed `type`, and send it as a test.',
        errors: [],
      }),
    )
    .input(ListWebhookEventTypes)
    .output(WebhookEventTypePage)
    .query(async ({ ctx, input }) => presentPage(await listEventTypes(ctx, input), presentEventType)),
});
