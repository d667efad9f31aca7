/** Keeps the status of a reward in step with its stock as redemptions take units or return them. */
import { statusByStock } from '@/domain/redemptions/reward';
import type { CommitScope } from '@/server/db/commit';
import { setRewardStatus, type RewardRow } from '@/server/db/repositories/rewards/rewards';
import type { Tx } from '@/server/db/transaction';

/** @param reward locked, as it was before `taken` units were taken; negative when they were returned. */
export async function followStock(tx: Tx, { organizationId, now }: CommitScope, reward: RewardRow, taken: number): Promise<void> {
  const status = statusByStock(reward, { max_total: reward.max_total, redeemed_count: reward.redeemed_count + taken });
  if (status !== reward.status) await setRewardStatus(tx, organizationId, reward.id, status, now);
}
