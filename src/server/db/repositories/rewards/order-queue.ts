/**
 * Claims due provider orders and records their outcome. A lease is taken before any call, since the provider may then have the order;
 * the outcome is recorded only while the lease is held.
 */
import type { OrderStatus } from '@/domain/fulfillment/order';
import type { ProviderName } from '@/domain/fulfillment/provider';
import type { JobScope } from '@/server/platform/job';
import { earliestOfAny, firstOfEachOrganization, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';

export interface ClaimedOrder {
  redemption_id: string;
  organization_id: string;
  status: OrderStatus;
  /** Including this one. */
  attempt_count: number;
  begun_at: Date;
  lease_until: Date;
  /** The instant of the claim on the organization's clock. */
  claimed_at: Date;
  clock_offset_ms: number;
  product_id: string;
  face_value_minor: number;
  face_currency: string;
  recipient_name: string;
  account_id: string;
  provider: ProviderName;
  settings: unknown;
  secrets: Uint8Array | null;
}

const OPEN = `q.status IN ('PENDING', 'ORDERED')`;
const UNLEASED = `${OPEN} AND (q.lease_until IS NULL OR q.lease_until <= $1)`;

/** The organizations with a due order that nobody has leased, the one that has been due longest first. */
const ORGANIZATIONS_WITH_DUE = `
  SELECT w.organization_id
  FROM ${firstOfEachOrganization('fulfillment_orders', 'q.next_attempt_at', UNLEASED, 'q.next_attempt_at')} w JOIN organizations o ON o.id = w.organization_id
  WHERE w.next_attempt_at <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY w.next_attempt_at - o.clock_offset_ms * interval '1 millisecond'`;

const claimSql = (now: string, allowed: string): string => `
  WITH due AS (
    SELECT q.redemption_id, ${now} AS now, o.clock_offset_ms
    FROM fulfillment_orders q JOIN organizations o ON o.id = q.organization_id
    WHERE q.organization_id = $4 AND ${UNLEASED} AND q.next_attempt_at <= ${now} AND ${allowed}
      AND (SELECT count(*) FROM fulfillment_orders busy
           WHERE busy.organization_id = $4 AND busy.fulfillment_account_id = q.fulfillment_account_id AND busy.lease_until > $1) < $3
    ORDER BY q.next_attempt_at, q.redemption_id LIMIT 1 FOR UPDATE OF q SKIP LOCKED
  ), claimed AS (
    UPDATE fulfillment_orders f SET lease_until = $2, attempt_count = f.attempt_count + 1, begun_at = coalesce(f.begun_at, due.now), updated_at = due.now
    FROM due WHERE f.organization_id = $4 AND f.redemption_id = due.redemption_id
    RETURNING f.*, due.now, due.clock_offset_ms
  )
  SELECT c.redemption_id, c.organization_id, c.status, c.attempt_count, c.begun_at, c.lease_until, c.now AS claimed_at, c.clock_offset_ms, c.product_id, c.face_value_minor,
    c.face_currency, coalesce(p.display_name, nullif(concat_ws(' ', p.first_name, p.last_name), ''), p.external_id) AS recipient_name,
    a.id AS account_id, a.provider, a.settings, a.secrets
  FROM claimed c JOIN fulfillment_accounts a ON a.organization_id = c.organization_id AND a.id = c.fulfillment_account_id
  JOIN redemptions r ON r.organization_id = c.organization_id AND r.id = c.redemption_id
  JOIN participants p ON p.organization_id = r.organization_id AND p.id = r.participant_id`;

const CLAIM = claimSql(ORGANIZATION_NOW, NOT_BEING_ADVANCED);
/** For whoever moves the organization's clock. */
const CLAIM_AS_OF = claimSql('$5::timestamptz', 'true');

/**
 * Claims the order that has been due longest, until `leaseUntil` (real time); null when none is due.
 * @param perAccount the number of orders of one account that may be in progress at once.
 */
export async function claimOrder(realNow: Date, leaseUntil: Date, perAccount: number, scope?: JobScope): Promise<ClaimedOrder | null> {
  const common = [realNow, leaseUntil, perAccount];
  if (scope) return (await statement<ClaimedOrder>(CLAIM_AS_OF, [...common, scope.id, scope.now]))[0] ?? null;
  for (const { organization_id } of await statement<{ organization_id: string }>(ORGANIZATIONS_WITH_DUE, [realNow])) {
    const [row] = await statement<ClaimedOrder>(CLAIM, [...common, organization_id]);
    if (row) return row;
  }
  return null;
}

/** The status of an order whose lease is still held, locked until the transaction ends; null when it was taken over or ended meanwhile. */
export async function lockClaimedOrder(tx: Tx, { organization_id, redemption_id, lease_until }: ClaimedOrder): Promise<OrderStatus | null> {
  const [row] = await tx.query<{ status: OrderStatus }>(
    'SELECT status FROM fulfillment_orders WHERE organization_id = $1 AND redemption_id = $2 AND lease_until = $3 FOR NO KEY UPDATE',
    [organization_id, redemption_id, lease_until],
  );
  return row?.status ?? null;
}

interface OrderUpdate {
  readonly status: OrderStatus;
  /** Null where the provider has given none. */
  readonly providerOrderId: string | null;
  /** Encrypted; null unless delivered. */
  readonly link: Uint8Array | null;
  /** Null when it is delivered. */
  readonly nextAttemptAt: Date | null;
}

/** Writes the outcome of an order that the transaction has locked, and releases its lease. */
export async function updateOrder(tx: Tx, { organization_id, redemption_id }: ClaimedOrder, update: OrderUpdate, now: Date): Promise<void> {
  await tx.query(
    `UPDATE fulfillment_orders SET status = $3, provider_order_id = coalesce(provider_order_id, $4), link = $5, next_attempt_at = $6, lease_until = NULL,
       resolved_at = CASE WHEN $3 = 'DELIVERED' THEN $7::timestamptz END, updated_at = $7
     WHERE organization_id = $1 AND redemption_id = $2`,
    [organization_id, redemption_id, update.status, update.providerOrderId, update.link, update.nextAttemptAt, now],
  );
}

/** Stores the provider's order id, even if the order has failed meanwhile: people must be able to find what was paid for. */
export async function nameOrder(
  tx: Pick<Tx, 'query'>,
  { organization_id, redemption_id }: ClaimedOrder,
  providerOrderId: string,
): Promise<void> {
  await tx.query(
    'UPDATE fulfillment_orders SET provider_order_id = $3 WHERE organization_id = $1 AND redemption_id = $2 AND provider_order_id IS NULL',
    [organization_id, redemption_id, providerOrderId],
  );
}

/** When an organization's next order is due, up to `until`, on its clock; orders in progress count. */
export async function nextOrderDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `SELECT min(next_attempt_at) AS due FROM fulfillment_orders WHERE organization_id = $1 AND status IN ('PENDING', 'ORDERED') AND next_attempt_at <= $2`,
    [organizationId, until],
  );
  return row?.due ?? null;
}

/** The real time at which the next order of any organization is due, up to `until`. */
export async function nextOrderOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(`SELECT ${earliestOfAny('fulfillment_orders', 'next_attempt_at', OPEN)} AS due`);
  return row?.due && row.due <= until ? row.due : null;
}
