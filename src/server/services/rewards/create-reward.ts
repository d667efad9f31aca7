/** Creates a reward in a program's catalog. */
import type { CreateReward } from '@/contract/reward';
import { assertAssetUsable } from '@/domain/assets';
import { assertProgramMayChange } from '@/domain/programs';
import { assertRewardSound } from '@/domain/redemptions/reward';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { insertReward, type RewardRow } from '@/server/db/repositories/rewards/rewards';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import type { RewardOffer } from '@/server/services/fulfillment/reward-offer';
import { getAssetForUpdate } from '@/server/services/assets/get-asset';
import { getProgramForUpdate } from '@/server/services/programs/get-program';

/**
 * @param offer from `rewardOffer`, which is called beforehand so as not to hold up the transaction.
 * @throws DomainError not_found (program), program_archived, asset_not_found, asset_not_linked, asset_archived, key_exists,
 *   validation_error, invalid_amount.
 */
export async function createReward(
  ctx: Ctx,
  tx: Tx,
  { id: programId, asset_id, ...command }: CreateReward,
  offer: RewardOffer | null = null,
): Promise<RewardRow> {
  const now = ctx.clock.now();
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
  const asset = await getAssetForUpdate(ctx, tx, asset_id, 'asset_id');
  if (!asset.program_ids.includes(programId))
    throw new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: 'asset_id' });
  assertAssetUsable(asset.status);
  const reward: RewardRow = {
    id: newId(),
    program_id: programId,
    asset_id,
    name: command.name,
    description: command.description ?? null,
    category: command.category ?? null,
    image_url: command.image_url ?? null,
    metadata: command.metadata ?? {},
    redemption_type: command.redemption_type,
    unit_cost: command.unit_cost ?? null,
    status: command.status,
    max_total: command.max_total ?? null,
    max_per_participant: command.max_per_participant ?? null,
    redeemed_count: 0,
    available_from: timeOf(command.available_from),
    available_until: timeOf(command.available_until),
    reward_source_id: offer?.sourceId ?? null,
    product: offer?.product ?? null,
    created_at: now,
    updated_at: now,
    deleted_at: null,
    scale: asset.scale,
    symbol: asset.symbol,
  };
  assertRewardSound(reward, asset.scale);
  await insertReward(tx, ctx.organization.id, reward);
  return reward;
}

export const timeOf = (text: string | null | undefined): Date | null => (text == null ? null : new Date(text));
