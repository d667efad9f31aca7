/** Tells the state of budgets of rules or campaigns on the organization's clock: what the current period of each has consumed. */
import { present } from '@/domain/assert';
import type { Amount } from '@/domain/money';
import { compileBudget, consumedIn, type BudgetOwner, type BudgetSource } from '@/domain/rules/budget';
import type { Ctx } from '@/server/platform/context';
import { listProgramUsage } from '@/server/db/repositories/rules/budgets';
import type { Tx } from '@/server/db/transaction';

/** A budget with the scale and symbol of its asset and, if it caps the program, its current period. */
export interface BudgetState {
  readonly source: BudgetSource;
  readonly scale: number;
  readonly symbol: string;
  readonly current: { readonly consumed: Amount; readonly endsAt: Date | null } | null;
}

/** A rule or a campaign. */
interface Budgeted {
  readonly id: string;
  readonly budgets: readonly BudgetSource[];
  readonly created_at: Date;
}

/** What everybody's budgets have consumed, by the id of their owner. @param assets all that the budgets name, by id. */
export async function budgetStates(
  ctx: Ctx,
  tx: Pick<Tx, 'query'>,
  owner: BudgetOwner,
  owners: readonly Budgeted[],
  assets: ReadonlyMap<string, Pick<BudgetState, 'scale' | 'symbol'>>,
): Promise<ReadonlyMap<string, readonly BudgetState[]>> {
  const ids = owners.filter(({ budgets }) => budgets.length > 0).map(({ id }) => id);
  const usages = ids.length === 0 ? [] : await listProgramUsage(tx, ctx.organization.id, owner, ids);
  const now = ctx.clock.now();
  const state = ({ id, created_at }: Budgeted, source: BudgetSource): BudgetState => {
    const { scale, symbol } = present(assets.get(source.asset_id), 'the asset of a budget is never deleted');
    if (source.scope === 'PARTICIPANT') return { source, scale, symbol, current: null };
    const period = compileBudget(source, created_at).period(now);
    const usage = usages.find(({ ownerId, assetId }) => ownerId === id && assetId === source.asset_id)?.usage;
    return { source, scale, symbol, current: { consumed: consumedIn(period, usage), endsAt: period.end } };
  };
  return new Map(owners.map((one) => [one.id, one.budgets.map((source) => state(one, source))]));
}
