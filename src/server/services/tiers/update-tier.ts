/** Changes or archives a tier. */
import type { UpdateTier } from '@/contract/tier';
import { assertProgramMayChange } from '@/domain/programs';
import { applyTierChange, type TierChange } from '@/domain/tiers/change';
import type { Ctx } from '@/server/platform/context';
import { findTierForUpdate, levelsHeld, loadLiveRules, updateTierRow, type TierRow } from '@/server/db/repositories/programs/tiers';
import { withTransaction } from '@/server/db/transaction';
import { getProgramForUpdate } from '@/server/services/programs/get-program';
import { wake } from '@/server/platform/wake';
import { unknownTier } from './get-tier';
import { keptLevels, keptLifecycle } from './tier-content';

/** @throws DomainError not_found, program_archived, invalid_status, tier_referenced_by_rules, validation_error, unprocessable. */
export function updateTier(ctx: Ctx, { id: programId, key, levels, lifecycle, ...rest }: UpdateTier): Promise<TierRow> {
  const change: TierChange = {
    ...rest,
    ...(levels ? { levels: keptLevels(levels) } : {}),
    ...(lifecycle === undefined ? {} : { lifecycle: lifecycle && keptLifecycle(lifecycle) }),
  };
  return withTransaction(async (tx) => {
    const organizationId = ctx.organization.id;
    assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
    const tier = (await findTierForUpdate(tx, organizationId, programId, key)) ?? unknownTier();
    const use = { held: await levelsHeld(tx, organizationId, programId, key), rules: await loadLiveRules(tx, organizationId, programId) };
    const changed = applyTierChange(tier, change, use, ctx.clock.now());
    if (changed === tier) return tier;
    await updateTierRow(tx, organizationId, changed);
    tx.afterCommit(() => wake('evaluate-tiers'));
    return changed;
  });
}
