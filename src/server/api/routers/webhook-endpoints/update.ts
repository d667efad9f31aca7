import { UpdateWebhookEndpoint, WebhookEndpoint } from '@/contract/webhook';
import { presentEndpoint } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { updateEndpoint } from '@/server/services/webhooks/update-endpoint';

export const updateWebhookEndpointRoute = organizationProcedure
  .meta(
    route({
      method: 'PATCH',
      path: '/v1/webhook-endpoints/{id}',
      summary: 'Change, disable or archive a webhook endpoint',
      description:
        'Disabling or archiving an endpoint fails its queued deliveries with `endpoint_disabled`. An archived endpoint refuses every change with `invalid_status`. The service also disables an endpoint, with `disabled_reason` `SUSTAINED_FAILURE`, at the first failed attempt after 5 days of nothing but failures, at least 10 of them. A 429 is not a failure. A success, a new `url` or enabling the endpoint starts the count over.',
      errors: [404],
    }),
  )
  .input(UpdateWebhookEndpoint)
  .output(WebhookEndpoint)
  .mutation(async ({ ctx, input }) => presentEndpoint(await updateEndpoint(ctx, input), ctx.clock.now()));
