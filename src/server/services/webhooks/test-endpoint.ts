/** Sends a sample of an event type, or given data, to one endpoint, whatever it subscribes to, as an ordinary delivery. */
import type { TestWebhookEndpoint } from '@/contract/webhook';
import { EVENT_TYPES, isWebhookType } from '@/domain/webhooks/catalog';
import { API_VERSION } from '@/domain/webhooks/events';
import { invariant } from '@/domain/assert';
import type { Ctx } from '@/server/context';
import { insertDelivery } from '@/server/db/repositories/webhook-deliveries';
import { withTransaction } from '@/server/db/transaction';
import { newId } from '@/server/ids';
import { wake } from '@/server/wake';
import { getDelivery, type DeliveryWithAttempts } from './get-delivery';
import { getActiveEndpointForUpdate } from './get-endpoint';

/** @throws DomainError not_found, invalid_status (endpoint not active). */
export async function testEndpoint(
  ctx: Ctx,
  { id: endpointId, event_type: type, data: given }: TestWebhookEndpoint,
): Promise<DeliveryWithAttempts> {
  invariant(isWebhookType(type), 'the contract admits only known event types');
  const id = newId();
  await withTransaction(async (tx) => {
    await getActiveEndpointForUpdate(ctx, tx, endpointId);
    const data = given ?? { ...EVENT_TYPES[type].sample, organization_id: ctx.organization.id };
    await insertDelivery(
      tx,
      ctx.organization.id,
      { id, webhookEventId: newId(), endpointId, type, apiVersion: API_VERSION, data },
      ctx.clock.now(),
    );
    tx.afterCommit(() => wake('deliver-webhooks'));
  });
  return getDelivery(ctx, id);
}
