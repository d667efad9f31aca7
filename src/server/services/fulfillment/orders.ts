/**
 * Prices, records and presents the order behind a redemption of a provider-backed reward. The URL of its claim page appears only in answers that are not
 * stored.
 */
import type { Fulfillment } from '@/contract/fulfillment';
import type { RedeemReward, Redemption } from '@/contract/redemption';
import { invariant } from '@/domain/assert';
import { assertStillOffered } from '@/domain/fulfillment/offer';
import type { OrderItem } from '@/domain/fulfillment/order';
import { priceFaceValue } from '@/domain/fulfillment/product';
import { amountOf } from '@/domain/money';
import type { RewardOrder } from '@/domain/redemptions/reward';
import type { CommitScope } from '@/server/db/commit';
import { findOrderFacts, insertOrder, type OrderFacts } from '@/server/db/repositories/rewards/fulfillment-orders';
import { findRewardSource, type RewardSourceRow } from '@/server/db/repositories/rewards/reward-sources';
import type { RewardRow } from '@/server/db/repositories/rewards/rewards';
import { autocommit, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { wake } from '@/server/platform/wake';
import { claimUrl, newClaimToken } from './claims';

interface PricedOrder extends RewardOrder {
  /** What to order from the provider. */
  readonly item: OrderItem;
}

type Ordering = Pick<RedeemReward, 'face_value_minor' | 'quantity' | 'amount'>;

/** @param reward backed by a provider. @throws DomainError as `pricedOrder`. */
export async function priceOrder(tx: Tx, organizationId: string, reward: RewardRow, request: Ordering): Promise<PricedOrder> {
  const source = await findRewardSource(organizationId, reward.program_id, reward.reward_source_id ?? '', tx);
  return pricedOrder(source, reward, request);
}

/**
 * @param source of the reward.
 * @throws DomainError reward_unavailable, fulfillment_face_value_required, fulfillment_quantity_unsupported, invalid_request,
 *   invalid_fixed_denomination, invalid_amount.
 */
export function pricedOrder(source: RewardSourceRow | null, reward: RewardRow, request: Ordering): PricedOrder {
  invariant(source && reward.product, `reward ${reward.id} has no source or product`);
  assertStillOffered(source);
  const { faceValueMinor, price } = priceFaceValue(
    { policy: source.policy, rate: amountOf(source.rate), product: reward.product, scale: reward.scale },
    request,
  );
  const item = { accountId: source.fulfillment_account_id, productId: reward.product.id, faceValueMinor, currency: source.policy.currency };
  return { quantity: 1, unitCost: price, amount: price, item };
}

/** Records the order with the redemption that pays for it; the provider is called only once both are committed. */
export async function openOrder(tx: Tx, { organizationId, now }: CommitScope, redemptionId: string, item: OrderItem): Promise<OrderFacts> {
  const { hash, sealed } = newClaimToken(organizationId, redemptionId);
  tx.afterCommit(() => wake('place-orders'));
  return insertOrder(tx, organizationId, { ...item, redemptionId, tokenHash: hash, token: sealed }, now);
}

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
