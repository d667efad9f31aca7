/** Creates an active endpoint with a secret of its own. */
import type { CreateWebhookEndpoint } from '@/contract/webhook';
import type { Ctx } from '@/server/platform/context';
import { insertWebhookEndpoint, type WebhookEndpointRow } from '@/server/db/repositories/webhooks/webhook-endpoints';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { newEndpointSecret } from './endpoint-secret';

/** The caller has already checked the URL with `assertTarget`, which must not hold up a transaction. */
export async function createEndpoint(ctx: Ctx, tx: Tx, command: CreateWebhookEndpoint): Promise<WebhookEndpointRow> {
  const now = ctx.clock.now();
  const id = newId();
  const endpoint: WebhookEndpointRow = {
    id,
    url: command.url,
    description: command.description ?? null,
    secret: newEndpointSecret(id).stored,
    previous_secret: null,
    previous_secret_until: null,
    enabled_events: [...new Set(command.enabled_events)],
    status: 'ACTIVE',
    rate_limited_until: null,
    failing_since: null,
    consecutive_failures: 0,
    pace: 'PROMPT',
    disabled_at: null,
    disabled_reason: null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertWebhookEndpoint(tx, ctx.organization.id, endpoint);
  return endpoint;
}
