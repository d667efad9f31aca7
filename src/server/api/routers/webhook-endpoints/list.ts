import { ListWebhookEndpoints, WebhookEndpointPage } from '@/contract/webhook';
import { presentPage } from '@/server/api/present/page';
import { presentEndpoint } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { listEndpoints } from '@/server/services/webhooks/get-endpoint';

export const listWebhookEndpointsRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-endpoints',
      summary: 'List webhook endpoints',
      description: 'Without their secrets, which are returned only when they are created or rotated.',
      errors: [],
    }),
  )
  .input(ListWebhookEndpoints)
  .output(WebhookEndpointPage)
  .query(async ({ ctx, input }) => presentPage(await listEndpoints(ctx, input), (row) => presentEndpoint(row, ctx.clock.now())));
