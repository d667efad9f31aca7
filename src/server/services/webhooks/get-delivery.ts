/** Reads one delivery with its attempts, or the organization's deliveries a page at a time. */
import type { ListWebhookDeliveries } from '@/contract/webhook';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findWebhookDelivery, type WebhookDeliveryRow } from '@/server/db/repositories/webhooks/webhook-deliveries';
import { listWebhookDeliveryRows } from '@/server/db/repositories/webhooks/webhook-delivery-list';

export type DeliveryWithAttempts = NonNullable<Awaited<ReturnType<typeof findWebhookDelivery>>>;

/** @throws DomainError not_found. */
export async function getDelivery(ctx: Ctx, id: string): Promise<DeliveryWithAttempts> {
  const delivery = await findWebhookDelivery(ctx.organization.id, id);
  if (!delivery) throw new DomainError('not_found', 'There is no such webhook delivery in your organization.', { param: 'id' });
  return delivery;
}

export const listDeliveries = (ctx: Ctx, query: ListWebhookDeliveries): Promise<KeysetPage<WebhookDeliveryRow>> =>
  listWebhookDeliveryRows(ctx.organization.id, query);
