import { RotateWebhookSecret, WebhookEndpointWithSecret } from '@/contract/webhook';
import { presentEndpoint } from '@/server/api/present/webhook';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { rotateSecret } from '@/server/services/webhooks/rotate-secret';

export const rotateWebhookSecretRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/webhook-endpoints/{id}/rotate-secret',
      summary: 'Rotate the secret of a webhook endpoint',
      description: 'Until the overlap ends, each delivery carries two signatures, one for each secret.',
      errors: [404],
    }),
  )
  .input(RotateWebhookSecret)
  .output(WebhookEndpointWithSecret)
  .mutation(async ({ ctx, input }) => {
    const { row, secret } = await rotateSecret(ctx, input);
    return { ...presentEndpoint(row, ctx.clock.now()), secret };
  });
