/** Loads rules for display, each with the current state of its budgets on the organization's clock. */
import { only, present } from '@/domain/assert';
import type { Amount } from '@/domain/money';
import type { Finding } from '@/domain/rules/analyse/finding';
import { compileBudget, consumedIn, type BudgetSource } from '@/domain/rules/budget';
import type { Ctx } from '@/server/platform/context';
import { loadScales } from '@/server/db/repositories/programs/assets';
import { listProgramUsage } from '@/server/db/repositories/rules/budgets';
import type { RuleRow } from '@/server/db/repositories/rules/rules';
import { autocommit, type Tx } from '@/server/db/transaction';
import { ruleFindings } from './findings';

/** A budget with the scale of its asset and, if it caps the program, its current period. */
export interface BudgetState {
  readonly source: BudgetSource;
  readonly scale: number;
  readonly current: { readonly consumed: Amount; readonly endsAt: Date | null } | null;
}

export interface RuleRecord {
  readonly row: RuleRow;
  readonly budgets: readonly BudgetState[];
  /** Absent where the rule is shown as part of its configuration. */
  readonly findings?: readonly Finding[];
}

/** @param tx the transaction that wrote the rows, if not yet committed. */
export async function ruleRecords(ctx: Ctx, rows: readonly RuleRow[], tx: Pick<Tx, 'query'> = autocommit): Promise<RuleRecord[]> {
  const budgeted = rows.filter(({ budgets }) => budgets.length > 0);
  if (budgeted.length === 0) return rows.map((row) => ({ row, budgets: [] }));
  const organizationId = ctx.organization.id;
  const scales = await loadScales(tx, organizationId, [
    ...new Set(budgeted.flatMap(({ budgets }) => budgets.map(({ asset_id }) => asset_id))),
  ]);
  const usages = await listProgramUsage(
    tx,
    organizationId,
    budgeted.map(({ id }) => id),
  );
  const now = ctx.clock.now();
  const state = (row: RuleRow, source: BudgetSource): BudgetState => {
    const scale = present(scales.get(source.asset_id), 'the asset of a budget is never deleted');
    if (source.scope === 'PARTICIPANT') return { source, scale, current: null };
    const period = compileBudget(source, row.created_at).period(now);
    const usage = usages.find(({ ruleId, assetId }) => ruleId === row.id && assetId === source.asset_id)?.usage;
    return { source, scale, current: { consumed: consumedIn(period, usage), endsAt: period.end } };
  };
  return rows.map((row) => ({ row, budgets: row.budgets.map((source) => state(row, source)) }));
}

/** Rules with the findings about each. @param tx the transaction that wrote the rows, if not yet committed. */
export async function recordsWithFindings(ctx: Ctx, rows: readonly RuleRow[], tx?: Pick<Tx, 'query'>): Promise<RuleRecord[]> {
  const records = await ruleRecords(ctx, rows, tx);
  const findings = await ruleFindings(ctx, rows, tx);
  return records.map((record) => ({ ...record, findings: findings.get(record.row.id) ?? [] }));
}

/** One rule with the findings about it. @param tx the transaction that wrote the row, if not yet committed. */
export async function recordWithFindings(ctx: Ctx, row: RuleRow, tx?: Pick<Tx, 'query'>): Promise<RuleRecord> {
  return only(await recordsWithFindings(ctx, [row], tx));
}
