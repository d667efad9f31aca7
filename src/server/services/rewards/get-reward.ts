/** Reads the rewards of a program: one, or a page at a time. */
import type { ListRewards, RewardPath } from '@/contract/reward';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findReward, findRewardForUpdate, listRewardRows, type RewardRow } from '@/server/db/repositories/rewards/rewards';
import type { Tx } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/get-program';

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
