import { CreateWebhookEndpoint, WebhookEndpointWithSecret } from '@/contract/webhook';
import { presentEndpoint } from '@/server/api/present/webhook';
import { replay } from '@/server/api/replay';
import { route } from '@/server/api/route';
import { organizationProcedure } from '@/server/api/trpc';
import { assertTarget } from '@/server/services/webhooks/assert-target';
import { createEndpoint } from '@/server/services/webhooks/create-endpoint';
import { revealSecret } from '@/server/services/webhooks/reveal-secret';

export const createWebhookEndpointRoute = organizationProcedure
  .meta(
    route({
      method: 'POST',
      path: '/v1/webhook-endpoints',
      summary: 'Create a webhook endpoint',
      description:
        'Only this response carries the `secret` that deliveries are signed with, in `Service-Signature` and in the Standard Webhooks headers.',
      status: 201,
      location: '/v1/webhook-endpoints/{id}',
      idempotency: 'replay',
      errors: [],
    }),
  )
  .input(CreateWebhookEndpoint)
  .output(WebhookEndpointWithSecret)
  .mutation(async ({ ctx, input }) => {
    await assertTarget(input.url);
    const endpoint = await replay(ctx, 'webhook_endpoints.create', input, async (tx) =>
      presentEndpoint(await createEndpoint(ctx, tx, input), ctx.clock.now()),
    );
    return { ...endpoint, secret: await revealSecret(ctx, endpoint.id) };
  });
