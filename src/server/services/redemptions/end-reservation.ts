/** Ends a reservation: captures it, or releases the value that is left, returns the stock, and fails an open order. */
import { combine } from '@/domain/decision';
import { capture, releaseReservation, reservedAmount } from '@/domain/ledger/redemption';
import { afterCapture, afterRelease, type Ending } from '@/domain/redemptions/record';
import { commitDecision } from '@/server/db/commit';
import { failOrder } from '@/server/db/repositories/rewards/fulfillment-orders';
import { updateRedemptionRow, type RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import type { RewardRow } from '@/server/db/repositories/rewards/rewards';
import type { Tx } from '@/server/db/transaction';
import type { HolderAccount } from '@/server/services/balances/holder-account';
import { getRewardForUpdate } from '@/server/services/rewards/get-reward';
import { followStock } from '@/server/services/rewards/reward-stock';
import { factsOf } from './place-redemption';

/** The reward behind a redemption, locked; to be locked after the redemption's row and before any balance. */
export async function lockedReward(tx: Tx, organizationId: string, { reward_id }: RedemptionRow): Promise<RewardRow | null> {
  return reward_id === null ? null : getRewardForUpdate(organizationId, tx, reward_id);
}

/** @param redemption pending and locked. @throws DomainError insufficient_funds when part of the reservation has expired. */
export async function captureReservation(
  tx: Tx,
  { context, account, due, scope }: HolderAccount,
  redemption: RedemptionRow,
): Promise<RedemptionRow> {
  const decision = capture(context, account, factsOf(redemption));
  const captured = afterCapture(redemption, decision, scope.now);
  await commitDecision(tx, scope, combine([due, decision]));
  updateRedemptionRow(tx, scope.organizationId, captured);
  return captured;
}

/** @param redemption pending and locked, as is its reward. */
export async function endReservation(
  tx: Tx,
  { context, account, due, scope }: HolderAccount,
  redemption: RedemptionRow,
  reward: RewardRow | null,
  ending: Ending,
): Promise<RedemptionRow> {
  const { organizationId, now } = scope;
  const decision = releaseReservation(context, account, factsOf(redemption));
  const ended = afterRelease(redemption, decision, reservedAmount(account, redemption.id), ending, now);
  const failure = ending.reason ?? ending.status.toLowerCase();
  await commitDecision(tx, scope, combine([due, decision]));
  updateRedemptionRow(tx, organizationId, ended);
  if (reward) await followStock(tx, context, reward, -(redemption.quantity ?? 0));
  const fulfillment = redemption.fulfillment && (await failOrder(tx, organizationId, redemption.id, failure, now));
  return { ...ended, fulfillment };
}
