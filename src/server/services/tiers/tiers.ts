/**
 * Creates, reads, changes and archives tiers, with every default of their levels and lifecycles made explicit. Whoever already qualifies for a level of a
 * new one is placed at once, in the background.
 */
import type { CreateTier, ListTiers, NewTierLevel, NewTierLifecycle, TierPath, UpdateTier } from '@/contract/tier';
import { DomainError } from '@/domain/errors';
import { amountOf, formatDecimal } from '@/domain/money';
import { assertProgramMayChange } from '@/domain/programs';
import { applyTierChange, type TierChange } from '@/domain/tiers/change';
import type { LifecycleSource, TierLevelSource } from '@/domain/tiers/tier';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findTier,
  findTierForUpdate,
  insertTier,
  levelsHeld,
  listTierRows,
  loadLiveRules,
  updateTierRow,
  type TierRow,
} from '@/server/db/repositories/programs/tiers';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { wake } from '@/server/platform/wake';
import { getProgram, getProgramForUpdate } from '@/server/services/programs/programs';

/** @throws DomainError not_found (program), program_archived, key_exists. */
export async function createTier(
  ctx: Ctx,
  tx: Tx,
  { id: programId, key, name, description, levels, lifecycle }: CreateTier,
): Promise<TierRow> {
  const now = ctx.clock.now();
  assertProgramMayChange((await getProgramForUpdate(ctx, tx, programId)).status, 'id');
  const row: TierRow = {
    id: newId(),
    program_id: programId,
    key,
    name,
    description: description ?? null,
    status: 'ACTIVE',
    levels: keptLevels(levels),
    lifecycle: lifecycle ? keptLifecycle(lifecycle) : null,
    due_at: now,
    created_at: now,
    updated_at: now,
    deleted_at: null,
  };
  await insertTier(tx, ctx.organization.id, row);
  tx.afterCommit(() => wake('evaluate-tiers'));
  return row;
}

/** @param tx the transaction that changed it, if not yet committed. @throws DomainError not_found. */
export async function getTier(ctx: Ctx, { id, key }: TierPath, tx?: Pick<Tx, 'query'>): Promise<TierRow> {
  return (await findTier(ctx.organization.id, id, key, tx)) ?? unknownTier();
}

/** @throws DomainError not_found (program). */
export async function listTiers(ctx: Ctx, query: ListTiers): Promise<KeysetPage<TierRow>> {
  await getProgram(ctx, query.id);
  return listTierRows(ctx.organization.id, query);
}

function unknownTier(): never {
  throw new DomainError('not_found', 'The program has no tier with this key.', { param: 'key' });
}

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

/** Ordered by rank, lowest first. */
function keptLevels(levels: readonly NewTierLevel[]): TierLevelSource[] {
  return levels.map(keptLevel).sort((a, b) => a.rank - b.rank);
}

function keptLevel({ key, rank, display_name, benefits, color, icon_url, qualification }: NewTierLevel): TierLevelSource {
  return {
    key,
    rank,
    display_name: display_name ?? null,
    benefits: benefits ?? [],
    color: color ?? null,
    icon_url: icon_url ?? null,
    qualification: qualification
      ? {
          mode: qualification.mode,
          criteria: qualification.criteria.map((criterion) => ({ ...criterion, threshold: formatDecimal(amountOf(criterion.threshold)) })),
        }
      : null,
  };
}

function keptLifecycle(sent: NewTierLifecycle): LifecycleSource {
  const { qualification_period: period, downgrade_policy: policy, counters } = sent;
  return {
    retention: sent.retention ?? null,
    qualification_period: { type: period?.type ?? 'NONE', start_month: period?.start_month ?? null, start_day: period?.start_day ?? null },
    status_validity: { extend_months: sent.status_validity?.extend_months ?? 0 },
    downgrade_policy: {
      mode: policy?.mode ?? 'DROP_TO_QUALIFYING',
      grace_days: policy?.grace_days ?? null,
      min_level: policy?.min_level ?? null,
    },
    counters: { qualifying: [...new Set(counters?.qualifying ?? [])], rollover: counters?.rollover ?? 'NONE' },
  };
}
