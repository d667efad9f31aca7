/** What the budgets of rules have consumed, as rows: one for each budget and whoever it is counted for. */
import { amountOf } from '@/domain/money';
import type { BudgetUsage } from '@/domain/rules/budget';
import type { Tx } from '../transaction';

/** The usage of one PROGRAM budget. */
export interface ProgramUsage {
  readonly ruleId: string;
  readonly assetId: string;
  readonly usage: BudgetUsage;
}

/** What the PROGRAM budgets of these rules have consumed; those that never did are left out. */
export async function listProgramUsage(tx: Pick<Tx, 'query'>, organizationId: string, ruleIds: readonly string[]): Promise<ProgramUsage[]> {
  const rows = await tx.query<{ rule_id: string; asset_id: string; period_start: Date; consumed: string }>(
    `SELECT rule_id, asset_id, period_start, consumed FROM budget_usage WHERE organization_id = $1 AND scope = 'PROGRAM' AND rule_id = ANY ($2::uuid[])`,
    [organizationId, ruleIds],
  );
  return rows.map((row) => ({ ruleId: row.rule_id, assetId: row.asset_id, usage: { periodStart: row.period_start, consumed: amountOf(row.consumed) } }));
}
