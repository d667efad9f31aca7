/**
 * Calls providers for the orders that are due: new ones, and open ones that were attempted before, and records what they answer. Every attempt but the
 * first looks for the order at the provider before placing it, so that nothing is ordered twice, even when the process ended in the middle of a call.
 */
import { DomainError } from '@/domain/errors';
import { nextAttempt, ORDER_TABLE, type ProviderAnswer } from '@/domain/fulfillment/order';
import { env } from '@/env';
import { findAssetTerms } from '@/server/db/repositories/ledger/operation-context';
import { claimOrder, lockClaimedOrder, nameOrder, updateOrder, type ClaimedOrder } from '@/server/db/repositories/rewards/order-queue';
import { findRedemptionForUpdate, type RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import { autocommit, withTransaction, type Tx } from '@/server/db/transaction';
import { openProvider } from '@/server/fulfillment/open-provider';
import type { Clock } from '@/server/platform/context';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { log } from '@/server/platform/log';
import { openAccount, type HolderAccount } from '@/server/services/balances/holders';
import { captureReservation, endReservation, lockedReward } from '@/server/services/redemptions/reservations';
import { sealLink } from './claims';

const UNDER_WAY = 8;
const UNDER_WAY_PER_ACCOUNT = 4;
/** The most calls one attempt makes: find, create, find again, create a link. */
const CALLS = 4;
/** How much longer the lease of an attempt lasts than its calls can take. */
const LEASE_MARGIN_MS = 5_000;

/** Returns when nothing is due, or no new attempt may begin. */
export async function placeOrders(options: JobRun): Promise<JobOutcome> {
  let performed = 0;
  const next = async (): Promise<ClaimedOrder | null> => (performed < options.limit && !options.signal.aborted ? claim(options) : null);
  const lane = async (first: ClaimedOrder | null): Promise<void> => {
    for (let order = first; order; order = await next()) {
      performed += 1;
      await attempt(order, options);
    }
  };
  // One claim finds out whether anything is due at all.
  const first = await next();
  const others = first ? Array.from({ length: Math.min(UNDER_WAY, options.limit) - 1 }, async () => lane(await next())) : [];
  await Promise.all([lane(first), ...others]);
  return { performed, more: performed >= options.limit || options.signal.aborted };
}

function claim({ clock, organization }: JobRun): Promise<ClaimedOrder | null> {
  const now = clock.now();
  const lease = new Date(now.getTime() + CALLS * env().FULFILLMENT_TIMEOUT_MS + LEASE_MARGIN_MS);
  return claimOrder(now, lease, UNDER_WAY_PER_ACCOUNT, organization);
}

async function attempt(order: ClaimedOrder, { clock, organization, ending }: JobRun): Promise<void> {
  const answer = await ask(order, ending);
  if (answer.kind === 'UNKNOWN') {
    log().warn(
      { redemption: order.redemption_id, provider: order.provider, reason: answer.reason, attempts: order.attempt_count },
      'a provider gave no clear answer',
    );
  }
  await recordAnswer(order, answer, organization?.now ?? present(clock, order));
}

const present = (clock: Clock, order: ClaimedOrder): Date => new Date(clock.now().getTime() + order.clock_offset_ms);

async function ask(claimed: ClaimedOrder, ending: AbortSignal | undefined): Promise<ProviderAnswer> {
  try {
    const { account_id: id, provider: name, settings, secrets } = claimed;
    const provider = openProvider({ id, provider: name, settings, secrets }, ending);
    const order = {
      externalId: claimed.redemption_id,
      productId: claimed.product_id,
      faceValueMinor: claimed.face_value_minor,
      currency: claimed.face_currency,
      recipientName: claimed.recipient_name,
      begunAt: claimed.begun_at,
      now: claimed.claimed_at,
    };
    if (claimed.attempt_count === 1) return await provider.createOrder(order);
    const found = await provider.findOrder(order);
    if (found) return found;
    // An order that the provider confirmed and no longer knows must not be placed again.
    return claimed.status === 'ORDERED' ? { kind: 'UNKNOWN', reason: 'provider_lost_order' } : await provider.createOrder(order);
  } catch (error) {
    log().error({ err: error, account: claimed.account_id }, 'a provider could not be asked');
    return { kind: 'UNKNOWN', reason: 'provider_misconfigured' };
  }
}

/** @param now on the organization's clock. */
async function recordAnswer(order: ClaimedOrder, answer: ProviderAnswer, now: Date): Promise<void> {
  const isRecorded = await withTransaction((tx) => record(tx, order, answer, now));
  if (isRecorded || !('orderId' in answer) || answer.orderId === null) return;
  await nameOrder(autocommit, order, answer.orderId);
  log().warn(
    { redemption: order.redemption_id, provider_order: answer.orderId, answer: answer.kind },
    'a provider answered after its order had ended or was taken over',
  );
}

/** @returns false when the order has ended meanwhile, or another worker has claimed it. */
async function record(tx: Tx, order: ClaimedOrder, answer: ProviderAnswer, now: Date): Promise<boolean> {
  const redemption = await findRedemptionForUpdate(tx, order.organization_id, order.redemption_id);
  const status = await lockClaimedOrder(tx, order);
  if (!redemption || status === null) return false;
  if (answer.kind === 'REFUSED') {
    if (answer.orderId !== null) await nameOrder(tx, order, answer.orderId);
    await fail(tx, order.organization_id, redemption, answer.reason, now);
    return true;
  }
  const isDelivered = answer.kind === 'DELIVERED';
  await updateOrder(
    tx,
    order,
    {
      status: ORDER_TABLE[status][answer.kind],
      providerOrderId: answer.kind === 'UNKNOWN' ? null : answer.orderId,
      link: isDelivered ? sealLink(order.redemption_id, answer.link) : null,
      nextAttemptAt: isDelivered ? null : nextAttempt(answer, order.attempt_count, now),
    },
    now,
  );
  if (isDelivered) await spend(tx, order.organization_id, redemption, now);
  return true;
}

async function fail(tx: Tx, organizationId: string, redemption: RedemptionRow, reason: string, now: Date): Promise<void> {
  const reward = await lockedReward(tx, organizationId, redemption);
  await endReservation(tx, await open(tx, organizationId, redemption, now), redemption, reward, { status: 'FAILED', reason });
}

/** Where part of the reservation has expired it cannot be captured: the redemption stays pending for a person to resolve. */
async function spend(tx: Tx, organizationId: string, redemption: RedemptionRow, now: Date): Promise<void> {
  try {
    await captureReservation(tx, await open(tx, organizationId, redemption, now), redemption);
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'insufficient_funds') throw error;
    log().warn({ redemption: redemption.id }, 'what was delivered could not be captured, as part of its reservation has expired');
  }
}

/** Opens the account whatever has become of participant, program and asset since the reservation was made. */
async function open(
  tx: Tx,
  organizationId: string,
  { participant_id, program_id, asset_id }: RedemptionRow,
  now: Date,
): Promise<HolderAccount> {
  const asset = await findAssetTerms(tx, organizationId, asset_id);
  return openAccount(tx, { organizationId, now }, { type: 'PARTICIPANT', id: participant_id }, program_id, asset);
}
