/** Loads rules for display, each with the current state of its budgets on the organization's clock. */
import { only } from '@/domain/assert';
import type { Finding } from '@/domain/rules/analyse/finding';
import { ruleSentence } from '@/domain/rules/sentence/rule-sentence';
import type { Ctx } from '@/server/platform/context';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import type { RuleRow } from '@/server/db/repositories/rules/rules';
import { autocommit, type Tx } from '@/server/db/transaction';
import { budgetStates, type BudgetState } from './budget-states';
import { ruleFindings } from './findings';
import { assetsNamedBy } from './rule-sentences';

export interface RuleRecord {
  readonly row: RuleRow;
  readonly budgets: readonly BudgetState[];
  readonly sentence: string;
  /** Absent where the rule is shown as part of its configuration. */
  readonly findings?: readonly Finding[];
}

/** @param tx the transaction that wrote the rows, if not yet committed. */
export async function ruleRecords(ctx: Ctx, rows: readonly RuleRow[], tx: Pick<Tx, 'query'> = autocommit): Promise<RuleRecord[]> {
  const organizationId = ctx.organization.id;
  const assets = await loadAssetNames(tx, organizationId, assetsNamedBy(rows));
  const budgets = await budgetStates(ctx, tx, 'RULE', rows, assets);
  return rows.map((row) => ({
    row,
    budgets: budgets.get(row.id) ?? [],
    sentence: ruleSentence(row, (id) => assets.get(id)?.symbol),
  }));
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
