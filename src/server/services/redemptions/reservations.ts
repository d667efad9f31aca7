/** Ends reservations: captures them, or releases the value that is left, returns the stock and fails an open order, as it does past their deadline. */
import { combine } from '@/domain/decision';
import { capture, releaseReservation, reservedAmount } from '@/domain/ledger/redemption';
import { transition } from '@/domain/redemptions/machine';
import { afterCapture, afterRelease, type Ending } from '@/domain/redemptions/record';
import { commitDecision, type CommitScope } from '@/server/db/commit';
import { findAssetTerms } from '@/server/db/repositories/ledger/operation-context';
import { failOrder } from '@/server/db/repositories/rewards/fulfillment-orders';
import { findRedemptionForUpdate, updateRedemptionRow, type RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import { dueReservations } from '@/server/db/repositories/rewards/reservations';
import type { RewardRow } from '@/server/db/repositories/rewards/rewards';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';
import { openAccount, type HolderAccount } from '@/server/services/balances/holders';
import { followStock, getRewardForUpdate } from '@/server/services/rewards/rewards';
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

export const RESERVATION_EXPIRED = 'reservation_expired';

export async function expireReservations({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const due = await dueReservations(organization?.now ?? clock.now(), organization?.id ?? null, limit);
  let performed = 0;
  for (const { redemption_id, organization_id, clock_offset_ms } of due) {
    if (signal.aborted) break;
    const now = organization?.now ?? new Date(clock.now().getTime() + clock_offset_ms);
    if (await expireReservation({ organizationId: organization_id, now }, redemption_id)) performed += 1;
  }
  return { performed, more: due.length === limit };
}

/**
 * Fails one pending redemption if it is past its deadline, whatever has become of participant, program and asset.
 * @returns whether it did.
 */
export function expireReservation(scope: CommitScope, redemptionId: string): Promise<boolean> {
  return withTransaction(async (tx) => {
    const redemption = await findRedemptionForUpdate(tx, scope.organizationId, redemptionId);
    const isDue = redemption?.expires_at && redemption.expires_at <= scope.now;
    if (!isDue || transition(redemption.status, 'EXPIRE') === null) return false;
    const reward = await lockedReward(tx, scope.organizationId, redemption);
    const asset = await findAssetTerms(tx, scope.organizationId, redemption.asset_id);
    const opened = await openAccount(tx, scope, { type: 'PARTICIPANT', id: redemption.participant_id }, redemption.program_id, asset);
    await endReservation(tx, opened, redemption, reward, { status: 'FAILED', reason: RESERVATION_EXPIRED });
    return true;
  });
}
