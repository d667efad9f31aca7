/** Reads and writes provider orders, one per redemption of a provider-backed reward, and what a claim page shows of them. */
import { present } from '@/domain/assert';
import type { OrderItem, OrderStatus } from '@/domain/fulfillment/order';
import type { ProviderName } from '@/domain/fulfillment/provider';
import type { RedemptionStatus } from '@/domain/redemptions/machine';
import { statement, type Tx } from '@/server/db/transaction';

/** The order as shown with its redemption. Times are text, as they come with the redemption's row. */
export interface OrderFacts {
  status: OrderStatus;
  provider: ProviderName;
  provider_order_id: string | null;
  face_value_minor: number;
  face_currency: string;
  failure_reason: string | null;
  /** Encrypted, in base64. */
  claim_token: string;
  resolved_at: string | null;
  created_at: string;
  updated_at: string;
}

/** Selects the facts of the order, or null, alongside the columns of a redemption `r`. */
export const ORDER_OF_REDEMPTION = `
  (SELECT json_build_object('status', o.status, 'provider', f.provider, 'provider_order_id', o.provider_order_id, 'face_value_minor', o.face_value_minor,
     'face_currency', o.face_currency, 'failure_reason', o.failure_reason, 'claim_token', encode(o.claim_token, 'base64'), 'resolved_at', o.resolved_at,
     'created_at', o.created_at, 'updated_at', o.updated_at)
   FROM fulfillment_orders o JOIN fulfillment_accounts f ON f.organization_id = o.organization_id AND f.id = o.fulfillment_account_id
   WHERE o.organization_id = r.organization_id AND o.redemption_id = r.id) AS fulfillment`;

interface NewOrder extends OrderItem {
  readonly redemptionId: string;
  readonly tokenHash: Uint8Array;
  /** Encrypted. */
  readonly token: Uint8Array;
}

/** Inserts an order that is due at once. */
export async function insertOrder(tx: Tx, organizationId: string, order: NewOrder, now: Date): Promise<OrderFacts> {
  await tx.query(
    `INSERT INTO fulfillment_orders (redemption_id, organization_id, fulfillment_account_id, product_id, face_value_minor, face_currency, claim_token_hash, claim_token,
       next_attempt_at, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9, $9)`,
    [
      order.redemptionId,
      organizationId,
      order.accountId,
      order.productId,
      order.faceValueMinor,
      order.currency,
      order.tokenHash,
      order.token,
      now,
    ],
  );
  return present(await findOrderFacts(tx, organizationId, order.redemptionId), 'the order was just inserted');
}

export async function findOrderFacts(tx: Pick<Tx, 'query'>, organizationId: string, redemptionId: string): Promise<OrderFacts | null> {
  const [row] = await tx.query<{ fulfillment: OrderFacts | null }>(
    `SELECT ${ORDER_OF_REDEMPTION} FROM redemptions r WHERE r.organization_id = $1 AND r.id = $2`,
    [organizationId, redemptionId],
  );
  return row?.fulfillment ?? null;
}

/** Fails an order that is open, even while a worker is querying the provider about it; any other is left unchanged. */
export async function failOrder(tx: Tx, organizationId: string, redemptionId: string, reason: string, now: Date): Promise<OrderFacts> {
  await tx.query(
    `UPDATE fulfillment_orders SET status = 'FAILED', failure_reason = $3, next_attempt_at = NULL, lease_until = NULL, resolved_at = $4, updated_at = $4
     WHERE organization_id = $1 AND redemption_id = $2 AND status IN ('PENDING', 'ORDERED')`,
    [organizationId, redemptionId, reason, now],
  );
  return present(await findOrderFacts(tx, organizationId, redemptionId), 'only the order of a redemption that has one is failed');
}

/** What a claim page is made of. */
export interface ClaimRow {
  redemption_id: string;
  organization_name: string;
  order_status: OrderStatus;
  redemption_status: RedemptionStatus;
  reward_name: string;
  reward_description: string | null;
  reward_image_url: string | null;
  face_value_minor: number;
  face_currency: string;
  /** Encrypted. */
  link: Uint8Array | null;
  consented_at: Date | null;
}

const CLAIM = `
  SELECT o.redemption_id, g.name AS organization_name, o.status AS order_status, r.status AS redemption_status, w.name AS reward_name, w.description AS reward_description,
    w.image_url AS reward_image_url, o.face_value_minor, o.face_currency, o.link, o.consented_at
  FROM fulfillment_orders o JOIN redemptions r ON r.organization_id = o.organization_id AND r.id = o.redemption_id
  JOIN rewards w ON w.organization_id = r.organization_id AND w.id = r.reward_id JOIN organizations g ON g.id = o.organization_id
  WHERE o.organization_id = $1 AND o.claim_token_hash = $2`;

/** What a token says: its bearer needs no API key. */
export interface ClaimKey {
  readonly organizationId: string;
  readonly hash: Uint8Array;
}

export async function findClaim({ organizationId, hash }: ClaimKey): Promise<ClaimRow | null> {
  const [row] = await statement<ClaimRow>(CLAIM, [organizationId, hash]);
  return row ?? null;
}

/** Records when the bearer of a token first consented, on the organization's clock. @param realNow real time. */
export async function recordConsent({ organizationId, hash }: ClaimKey, realNow: Date): Promise<void> {
  await statement(
    `UPDATE fulfillment_orders f SET consented_at = $3::timestamptz + o.clock_offset_ms * interval '1 millisecond'
     FROM organizations o WHERE o.id = $1 AND f.organization_id = $1 AND f.claim_token_hash = $2 AND f.consented_at IS NULL`,
    [organizationId, hash, realNow],
  );
}
