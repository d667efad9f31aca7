/** Changes the rate and policy of a reward source, for later redemptions, or archives it. */
import type { UpdateRewardSource } from '@/contract/fulfillment';
import { changesNothingArchived } from '@/domain/archiving';
import { DomainError } from '@/domain/errors';
import { parsePolicy } from '@/domain/fulfillment/policy';
import { assertRateFits, parseRate } from '@/domain/fulfillment/rate';
import { amountOf, formatDecimal } from '@/domain/money';
import { assertProgramMayChange } from '@/domain/programs';
import type { Ctx } from '@/server/platform/context';
import { updateRewardSourceRow, type RewardSourceRow } from '@/server/db/repositories/rewards/reward-sources';
import { withTransaction } from '@/server/db/transaction';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { getSourceForUpdate } from './get-source';

/** @throws DomainError not_found, program_archived, invalid_status (archived), invalid_policy, invalid_rate. */
export function updateSource(ctx: Ctx, { id, source_id, rate, policy, status }: UpdateRewardSource): Promise<RewardSourceRow> {
  return withTransaction(async (tx) => {
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, id)).status, 'id');
    const source = await getSourceForUpdate(ctx, tx, { id, source_id });
    if (source.status === 'ARCHIVED') {
      if (changesNothingArchived({ rate, policy, status })) return source;
      throw new DomainError('invalid_status', 'An archived reward source cannot be changed; create a new one.', { param: 'source_id' });
    }
    const now = ctx.clock.now();
    const terms = {
      rate: rate === undefined ? amountOf(source.rate) : parseRate(rate),
      policy: policy === undefined ? source.policy : parsePolicy(policy),
    };
    assertRateFits(terms.rate, terms.policy, source.scale);
    const changed: RewardSourceRow = {
      ...source,
      rate: formatDecimal(terms.rate),
      policy: terms.policy,
      status: status ?? source.status,
      updated_at: now,
      deleted_at: status === 'ARCHIVED' ? now : null,
    };
    await updateRewardSourceRow(tx, ctx.organization.id, changed);
    return changed;
  });
}
