/** Reads the reward sources of a program: one, or a page at a time. */
import type { ListRewardSources, RewardSourcePath } from '@/contract/fulfillment';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findRewardSource,
  findRewardSourceForUpdate,
  listRewardSourceRows,
  type RewardSourceRow,
} from '@/server/db/repositories/rewards/reward-sources';
import type { Tx } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/get-program';

/** @param param the request field that named it. @throws DomainError not_found. */
export async function getSource(
  ctx: Ctx,
  { id, source_id }: RewardSourcePath,
  param: 'source_id' | 'reward_source_id' = 'source_id',
): Promise<RewardSourceRow> {
  const source = await findRewardSource(ctx.organization.id, id, source_id);
  if (!source) throw new DomainError('not_found', 'There is no such reward source in this program.', { param });
  return source;
}

/** The source, locked until the transaction ends. @throws DomainError not_found. */
export async function getSourceForUpdate(ctx: Ctx, tx: Tx, { id, source_id }: RewardSourcePath): Promise<RewardSourceRow> {
  const source = await findRewardSourceForUpdate(tx, ctx.organization.id, id, source_id);
  if (!source) throw new DomainError('not_found', 'There is no such reward source in this program.', { param: 'source_id' });
  return source;
}

/** @throws DomainError not_found (program). */
export async function listSources(ctx: Ctx, { id, ...query }: ListRewardSources): Promise<KeysetPage<RewardSourceRow>> {
  await getProgram(ctx, id);
  return listRewardSourceRows(ctx.organization.id, id, query);
}
