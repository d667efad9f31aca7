/** Sends a sample of an event type, or given data, to one endpoint, whatever it subscribes to, as an ordinary delivery. */
import type { TestWebhookEndpoint } from '@/contract/webhook';
import { EVENT_TYPES, isWebhookType } from '@/domain/webhooks/catalog';
import { invariant } from '@/domain/assert';
import type { Ctx } from '@/server/platform/context';
import { withTransaction } from '@/server/db/transaction';
import { insertDelivery } from '@/server/db/webhook-writing';
import { getDelivery, type DeliveryWithAttempts } from './get-delivery';
import { getActiveEndpointForUpdate } from './get-endpoint';

/** @throws DomainError not_found, invalid_status (endpoint not active). */
export async function testEndpoint(
  ctx: Ctx,
  { id: endpointId, event_type: type, data: given }: TestWebhookEndpoint,
): Promise<DeliveryWithAttempts> {
  invariant(isWebhookType(type), 'the contract admits only known event types');
  const id = await withTransaction(async (tx) => {
    await getActiveEndpointForUpdate(ctx, tx, endpointId);
    const data = given ?? { ...EVENT_TYPES[type].sample, organization_id: ctx.organization.id };
    return insertDelivery(tx, ctx.organization.id, { endpointId, type, data }, ctx.clock.now());
  });
  return getDelivery(ctx, id);
}
