/** Changes, opens, closes or archives a reward. */
import type { UpdateReward } from '@/contract/reward';
import { assertProgramMayChange } from '@/domain/programs';
import { applyRewardChange } from '@/domain/redemptions/reward';
import type { Ctx } from '@/server/platform/context';
import { updateRewardRow, type RewardRow } from '@/server/db/repositories/rewards/rewards';
import { withTransaction } from '@/server/db/transaction';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { timeOf } from './create-reward';
import { getReward, getRewardForUpdate } from './get-reward';

/** @throws DomainError not_found, program_archived, key_exists, invalid_status, validation_error, invalid_amount. */
export async function updateReward(
  ctx: Ctx,
  { id, reward_id, available_from, available_until, ...fields }: UpdateReward,
): Promise<RewardRow> {
  await getReward(ctx, { id, reward_id });
  const change = {
    ...fields,
    ...(available_from === undefined ? {} : { available_from: timeOf(available_from) }),
    ...(available_until === undefined ? {} : { available_until: timeOf(available_until) }),
  };
  return withTransaction(async (tx) => {
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, id)).status, 'id');
    const reward = await getRewardForUpdate(ctx.organization.id, tx, reward_id);
    const changed = applyRewardChange(reward, change, reward.scale, ctx.clock.now());
    if (changed !== reward) await updateRewardRow(tx, ctx.organization.id, changed);
    return changed;
  });
}
