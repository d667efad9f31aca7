import { z } from 'zod';
import { WebhookEndpointPath } from '@/contract/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { archiveEndpoint } from '@/server/services/webhooks/update-endpoint';

export const archiveWebhookEndpointRoute = organizationProcedure
  .meta(
    route({
      method: 'DELETE',
      path: '/v1/webhook-endpoints/{id}',
      summary: 'Archive a webhook endpoint',
      description: 'The same as a PATCH with the status ARCHIVED: its deliveries remain readable. Archiving again changes nothing.',
      status: 204,
      errors: [404],
    }),
  )
  .input(WebhookEndpointPath)
  .output(z.void())
  .mutation(({ ctx, input }) => archiveEndpoint(ctx, input.id));
