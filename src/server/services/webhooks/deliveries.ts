/** Reads deliveries with their attempts, resends those that have ended, and sends tests as ordinary deliveries. */
import type { ListWebhookDeliveries, TestWebhookEndpoint } from '@/contract/webhook';
import { invariant } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { EVENT_TYPES, isWebhookType } from '@/domain/webhooks/catalog';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findDeliveryState,
  findWebhookDelivery,
  queueDeliveryAgain,
  type WebhookDeliveryRow,
} from '@/server/db/repositories/webhooks/webhook-deliveries';
import { listWebhookDeliveryRows } from '@/server/db/repositories/webhooks/webhook-delivery-list';
import { withTransaction } from '@/server/db/transaction';
import { insertDelivery } from '@/server/db/webhook-writing';
import type { Ctx } from '@/server/platform/context';
import { wake } from '@/server/platform/wake';
import { getActiveEndpointForUpdate } from './endpoints';

export type DeliveryWithAttempts = NonNullable<Awaited<ReturnType<typeof findWebhookDelivery>>>;

/** @throws DomainError not_found. */
export async function getDelivery(ctx: Ctx, id: string): Promise<DeliveryWithAttempts> {
  const delivery = await findWebhookDelivery(ctx.organization.id, id);
  if (!delivery) throw new DomainError('not_found', 'There is no such webhook delivery in your organization.', { param: 'id' });
  return delivery;
}

export const listDeliveries = (ctx: Ctx, query: ListWebhookDeliveries): Promise<KeysetPage<WebhookDeliveryRow>> =>
  listWebhookDeliveryRows(ctx.organization.id, query);

/** The delivery starts over, with all its attempts. @throws DomainError not_found, invalid_status (not ended, or endpoint not active). */
export async function resendDelivery(ctx: Ctx, id: string): Promise<DeliveryWithAttempts> {
  const { endpoint_id } = await getDelivery(ctx, id);
  await withTransaction(async (tx) => {
    await getActiveEndpointForUpdate(ctx, tx, endpoint_id);
    const delivery = await findDeliveryState(tx, ctx.organization.id, id);
    if (delivery?.status !== 'DELIVERED' && delivery?.status !== 'FAILED') {
      throw new DomainError('invalid_status', 'The delivery has not ended yet; only a DELIVERED or FAILED delivery can be sent again.', {
        param: 'id',
      });
    }
    await queueDeliveryAgain(tx, ctx.organization.id, id, ctx.clock.now());
    tx.afterCommit(() => wake('deliver-webhooks'));
  });
  return getDelivery(ctx, id);
}

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
