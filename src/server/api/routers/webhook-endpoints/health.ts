import { ReadWebhookHealth, WebhookHealthReport } from '@/contract/webhook-health';
import { presentHealthReport } from '@/server/api/present/webhook-health';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { readHealthReport } from '@/server/services/webhooks/endpoint-health';
import { getEndpoint } from '@/server/services/webhooks/get-endpoint';

export const getWebhookHealthRoute = organizationProcedure
  .meta(
    route({
      method: 'GET',
      path: '/v1/webhook-endpoints/{id}/health',
      summary: 'Read the health of a webhook endpoint over time',
      description: 'Success and latency of the attempts in the last day or week, as a whole and in equal parts.',
      errors: [404],
    }),
  )
  .input(ReadWebhookHealth)
  .output(WebhookHealthReport)
  .query(async ({ ctx, input }) => {
    await getEndpoint(ctx, input.id);
    return presentHealthReport(await readHealthReport(ctx, input.id, input.period));
  });
