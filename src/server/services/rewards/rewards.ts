/** Creates, reads, changes, opens, closes and archives the rewards of a program's catalog, and keeps their status in step with their stock. */
import type { CreateReward, ListRewards, RewardPath, UpdateReward } from '@/contract/reward';
import { assertAssetUsable } from '@/domain/assets';
import { DomainError } from '@/domain/errors';
import { assertProgramMayChange } from '@/domain/programs';
import { applyRewardChange, assertRewardSound, statusByStock } from '@/domain/redemptions/reward';
import type { CommitScope } from '@/server/db/commit';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findReward,
  findRewardForUpdate,
  insertReward,
  listRewardRows,
  setRewardStatus,
  updateRewardRow,
  type RewardRow,
} from '@/server/db/repositories/rewards/rewards';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import type { RewardOffer } from '@/server/services/fulfillment/reward-offer';
import { getAssetForUpdate } from '@/server/services/programs/assets';
import { getProgram, getProgramForUpdate } from '@/server/services/programs/programs';

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

/** @throws DomainError not_found. */
export async function getReward(ctx: Ctx, { id, reward_id }: RewardPath): Promise<RewardRow> {
  return (await findReward(ctx.organization.id, id, reward_id)) ?? unknownReward();
}

/** A reward of any program of the organization, locked until the transaction ends. @throws DomainError not_found. */
export async function getRewardForUpdate(organizationId: string, tx: Tx, rewardId: string): Promise<RewardRow> {
  return (await findRewardForUpdate(tx, organizationId, rewardId)) ?? unknownReward();
}

/** @throws DomainError not_found (program). */
export async function listRewards(ctx: Ctx, { id, ...query }: ListRewards): Promise<KeysetPage<RewardRow>> {
  await getProgram(ctx, id);
  return listRewardRows(ctx.organization.id, id, query);
}

function unknownReward(): never {
  throw new DomainError('not_found', 'There is no such reward in this program.', { param: 'reward_id' });
}

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

/** @param reward locked, as it was before `taken` units were taken; negative when they were returned. */
export async function followStock(tx: Tx, { organizationId, now }: CommitScope, reward: RewardRow, taken: number): Promise<void> {
  const status = statusByStock(reward, { max_total: reward.max_total, redeemed_count: reward.redeemed_count + taken });
  if (status !== reward.status) await setRewardStatus(tx, organizationId, reward.id, status, now);
}
