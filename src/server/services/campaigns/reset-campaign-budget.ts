/** Restarts the current period of a PROGRAM budget of a campaign; the start of the next period does not change. */
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { keepFromReturning } from '@/server/db/repositories/decisions/decisions';
import { clearProgramUsage } from '@/server/db/repositories/rules/budgets';
import { withTransaction } from '@/server/db/transaction';
import type { BudgetState } from '@/server/services/rules/budget-states';
import { campaignRow, getCampaign } from './get-campaign';

/** @throws DomainError not_found (the campaign), budget_not_found. */
export async function resetCampaignBudget(ctx: Ctx, id: string, assetId: string): Promise<BudgetState> {
  await campaignRow(ctx, id);
  return withTransaction(async (tx) => {
    const usage = { organizationId: ctx.organization.id, now: ctx.clock.now() };
    await keepFromReturning(tx, ctx.organization.id, { ownerId: id, assetId });
    await clearProgramUsage(tx, usage, { owner: 'CAMPAIGN', ownerId: id, assetId });
    const { budgets } = await getCampaign(ctx, id, tx);
    const reset = budgets.find(({ source }) => source.scope === 'PROGRAM' && source.asset_id === assetId);
    if (!reset)
      throw new DomainError('budget_not_found', 'The campaign has no PROGRAM budget for this asset; add one first.', { param: 'asset_id' });
    return reset;
  });
}
