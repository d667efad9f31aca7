/** Ends a reservation without capturing it: releases the value that is left, returns the stock, and fails an open order. */
import { releaseReservation, reservedAmount } from '@/domain/ledger/redemption';
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

export interface Ending {
  readonly status: 'FAILED' | 'CANCELLED';
  readonly reason: string | null;
}

/** @param redemption pending and locked, as is its reward. */
export async function endReservation(
  tx: Tx,
  opened: HolderAccount,
  redemption: RedemptionRow,
  reward: RewardRow | null,
  { status, reason }: Ending,
): Promise<RedemptionRow> {
  const { context, account, commit } = opened;
  const decision = releaseReservation(context, account, factsOf(redemption));
  await commit(decision);
  const [entry] = decision.entries;
  const ended: RedemptionRow = {
    ...redemption,
    status,
    failure_reason: reason,
    release_journal_entry_id: entry?.id ?? null,
    released_amount: entry ? reservedAmount(account, redemption.id).toFixed() : null,
    resolved_at: context.now,
    updated_at: context.now,
  };
  await updateRedemptionRow(tx, context.organizationId, ended);
  if (reward) await followStock(tx, context, reward, -(redemption.quantity ?? 0));
  const fulfillment =
    redemption.fulfillment && (await failOrder(tx, context.organizationId, redemption.id, reason ?? status.toLowerCase(), context.now));
  return { ...ended, fulfillment };
}
