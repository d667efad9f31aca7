/** Restarts the current period of a PROGRAM budget; the start of the next period does not change. */
import { only } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { keepFromReturning } from '@/server/db/repositories/decisions/decisions';
import { clearProgramUsage } from '@/server/db/repositories/rules/budgets';
import { withTransaction } from '@/server/db/transaction';
import { getRule } from './get-rule';
import type { BudgetState } from './budget-states';
import { ruleRecords } from './rule-records';

interface BudgetReference {
  /** Id of the rule. */
  readonly id: string;
  readonly asset_id: string;
}

/** @throws DomainError not_found (the rule), budget_not_found. */
export async function resetBudget(ctx: Ctx, { id, asset_id }: BudgetReference): Promise<BudgetState> {
  const rule = await getRule(ctx, id);
  return withTransaction(async (tx) => {
    await keepFromReturning(tx, ctx.organization.id, { ownerId: rule.id, assetId: asset_id });
    await clearProgramUsage(
      tx,
      { organizationId: ctx.organization.id, now: ctx.clock.now() },
      { owner: 'RULE', ownerId: id, assetId: asset_id },
    );
    const { budgets } = only(await ruleRecords(ctx, [rule], tx));
    const reset = budgets.find(({ source }) => source.scope === 'PROGRAM' && source.asset_id === asset_id);
    if (!reset)
      throw new DomainError('budget_not_found', 'The rule has no PROGRAM budget for this asset; add one first.', { param: 'asset_id' });
    return reset;
  });
}
