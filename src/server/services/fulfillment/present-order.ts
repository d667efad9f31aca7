/** Presents the order of a redemption in its wire form. The URL of its claim page appears only in answers that are not stored. */
import type { Fulfillment } from '@/contract/fulfillment';
import type { Redemption } from '@/contract/redemption';
import type { Ctx } from '@/server/platform/context';
import { findOrderFacts, type OrderFacts } from '@/server/db/repositories/rewards/fulfillment-orders';
import { autocommit } from '@/server/db/transaction';
import { claimUrl } from './claim-token';

/** As stored in idempotency records: without the URL of the claim page. */
export function presentOrder(order: OrderFacts): Fulfillment {
  const time = (text: string): string => new Date(text).toISOString();
  return {
    status: order.status,
    provider: order.provider,
    provider_order_id: order.provider_order_id,
    face_value_minor: order.face_value_minor,
    face_currency: order.face_currency,
    claim_url: null,
    failure_reason: order.failure_reason,
    resolved_at: order.resolved_at && time(order.resolved_at),
    created_at: time(order.created_at),
    updated_at: time(order.updated_at),
  };
}

/** Adds the URL of the claim page. @param order of this redemption. */
export function withClaimUrl(redemption: Redemption, order: OrderFacts | null): Redemption {
  const { fulfillment } = redemption;
  if (!fulfillment || !order || fulfillment.status === 'FAILED') return redemption;
  return { ...redemption, fulfillment: { ...fulfillment, claim_url: claimUrl(redemption.id, order.claim_token) } };
}

/** The same, reading the order first. */
export async function revealClaimUrl(ctx: Ctx, redemption: Redemption): Promise<Redemption> {
  return redemption.fulfillment
    ? withClaimUrl(redemption, await findOrderFacts(autocommit, ctx.organization.id, redemption.id))
    : redemption;
}
