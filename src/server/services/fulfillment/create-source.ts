/** Creates a reward source: the account through which a program offers rewards, and what they cost. */
import type { CreateRewardSource } from '@/contract/fulfillment';
import { assertAssetUsable } from '@/domain/assets';
import { DomainError } from '@/domain/errors';
import { parsePolicy } from '@/domain/fulfillment/policy';
import { assertRateFits, parseRate } from '@/domain/fulfillment/rate';
import { formatDecimal } from '@/domain/money';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { insertRewardSource, type RewardSourceRow } from '@/server/db/repositories/rewards/reward-sources';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { getAssetForUpdate } from '@/server/services/assets/get-asset';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { assertAccountActive, getAccountForUpdate } from './get-account';

/**
 * @throws DomainError not_found, program_archived, asset_not_found, asset_not_linked, asset_archived, invalid_status (account),
 *   invalid_policy, invalid_rate.
 */
export async function createSource(
  ctx: Ctx,
  tx: Tx,
  { id: programId, fulfillment_account_id, asset_id, rate: sentRate, policy: sentPolicy }: CreateRewardSource,
): Promise<RewardSourceRow> {
  const now = ctx.clock.now();
  const policy = parsePolicy(sentPolicy);
  const rate = parseRate(sentRate);
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
  const asset = await getAssetForUpdate(ctx, tx, asset_id, 'asset_id');
  if (!asset.program_ids.includes(programId))
    throw new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: 'asset_id' });
  assertAssetUsable(asset.status);
  const account = await getAccountForUpdate(ctx, tx, fulfillment_account_id, 'fulfillment_account_id');
  assertAccountActive(account, 'fulfillment_account_id');
  assertRateFits(rate, policy, asset.scale);
  const source: RewardSourceRow = {
    id: newId(),
    program_id: programId,
    fulfillment_account_id,
    asset_id,
    rate: formatDecimal(rate),
    policy,
    status: 'ACTIVE',
    created_at: now,
    updated_at: now,
    deleted_at: null,
    scale: asset.scale,
    account_status: account.status,
  };
  await insertRewardSource(tx, ctx.organization.id, source);
  return source;
}
