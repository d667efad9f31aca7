import { WebhookEndpoint, WebhookEndpointPath } from '@/contract/webhook';
import { presentEndpoint } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { getEndpoint } from '@/server/services/webhooks/get-endpoint';

export const getWebhookEndpointRoute = organizationProcedure
  .meta(route({ method: 'GET', path: '/v1/webhook-endpoints/{id}', summary: 'Read a webhook endpoint', errors: [404] }))
  .input(WebhookEndpointPath)
  .output(WebhookEndpoint)
  .query(async ({ ctx, input }) => presentEndpoint(await getEndpoint(ctx, input.id), ctx.clock.now()));
