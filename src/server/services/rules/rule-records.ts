/** Loads rules for display, each with the current state of its budgets on the organization's clock. */
import { only, present } from '@/domain/assert';
import type { Amount } from '@/domain/money';
import type { Finding } from '@/domain/rules/analyse/finding';
import { ruleSentence } from '@/domain/rules/sentence/rule-sentence';
import { compileBudget, consumedIn, type BudgetSource } from '@/domain/rules/budget';
import type { Ctx } from '@/server/platform/context';
import { loadAssetNames } from '@/server/db/repositories/programs/assets';
import { listProgramUsage } from '@/server/db/repositories/rules/budgets';
import type { RuleRow } from '@/server/db/repositories/rules/rules';
import { autocommit, type Tx } from '@/server/db/transaction';
import { ruleFindings } from './findings';
import { assetsNamedBy } from './rule-sentences';

/** A budget with the scale and symbol of its asset and, if it caps the program, its current period. */
export interface BudgetState {
  readonly source: BudgetSource;
  readonly scale: number;
  readonly symbol: string;
  readonly current: { readonly consumed: Amount; readonly endsAt: Date | null } | null;
}

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
  const budgeted = rows.filter(({ budgets }) => budgets.length > 0);
  const usages =
    budgeted.length === 0
      ? []
      : await listProgramUsage(
          tx,
          organizationId,
          'RULE',
          budgeted.map(({ id }) => id),
        );
  const now = ctx.clock.now();
  const state = (row: RuleRow, source: BudgetSource): BudgetState => {
    const { scale, symbol } = present(assets.get(source.asset_id), 'the asset of a budget is never deleted');
    if (source.scope === 'PARTICIPANT') return { source, scale, symbol, current: null };
    const period = compileBudget(source, row.created_at).period(now);
    const usage = usages.find(({ ownerId, assetId }) => ownerId === row.id && assetId === source.asset_id)?.usage;
    return { source, scale, symbol, current: { consumed: consumedIn(period, usage), endsAt: period.end } };
  };
  return rows.map((row) => ({
    row,
    budgets: row.budgets.map((source) => state(row, source)),
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
