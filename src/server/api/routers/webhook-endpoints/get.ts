import { WebhookEndpointDetail, WebhookEndpointPath } from '@/contract/webhook';
import { presentEndpointDetail } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { readEndpointHealth } from '@/server/services/webhooks/endpoint-health';
import { getEndpoint } from '@/server/services/webhooks/get-endpoint';

export const getWebhookEndpointRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-endpoints/{id}',
      summary: 'Read a webhook endpoint',
      description:
        'Returns an endpoint with its health: how many attempts of the last 24 hours succeeded, and how fast they were answered.',
      errors: [404],
    }),
  )
  .input(WebhookEndpointPath)
  .output(WebhookEndpointDetail)
  .query(async ({ ctx, input }) => presentEndpointDetail(await getEndpoint(ctx, input.id), await readEndpointHealth(ctx, input.id)));
