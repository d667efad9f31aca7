/**
 * Applies a provider's answer in one transaction: the order advances, and the redemption is captured
 * when the order was delivered, or failed with its reservation released when it was refused.
 */
import { DomainError } from '@/domain/errors';
import { nextAttempt, ORDER_TABLE, type ProviderAnswer } from '@/domain/fulfillment/order';
import { findAssetTerms } from '@/server/db/repositories/ledger/operation-context';
import { lockClaimedOrder, nameOrder, updateOrder, type ClaimedOrder } from '@/server/db/repositories/rewards/order-queue';
import { findRedemptionForUpdate, type RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import { autocommit, withTransaction, type Tx } from '@/server/db/transaction';
import { log } from '@/server/platform/log';
import { captureReservation, endReservation, lockedReward } from '@/server/services/redemptions/end-reservation';
import { openAccount, type HolderAccount } from '@/server/services/balances/holder-account';
import { sealLink } from './claim-token';

/** @param now on the organization's clock. */
export async function recordAnswer(order: ClaimedOrder, answer: ProviderAnswer, now: Date): Promise<void> {
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
