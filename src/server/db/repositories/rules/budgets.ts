/** Reads and writes the consumption of rule budgets: one row per budget and the holder it is counted for. */
import { amountOf } from '@/domain/money';
import { budgetKey, type BudgetKey, type BudgetScope, type BudgetUsage, type BudgetUse } from '@/domain/rules/budget';
import type { Tx } from '@/server/db/transaction';

/** The usage of one PROGRAM budget. */
interface ProgramUsage {
  readonly ruleId: string;
  readonly assetId: string;
  readonly usage: BudgetUsage;
}

/** What the PROGRAM budgets of these rules have consumed; those never used are left out. */
export async function listProgramUsage(tx: Pick<Tx, 'query'>, organizationId: string, ruleIds: readonly string[]): Promise<ProgramUsage[]> {
  const rows = await tx.query<{ rule_id: string; asset_id: string; period_start: Date; consumed: string }>(
    `SELECT rule_id, asset_id, period_start, consumed FROM budget_usage WHERE organization_id = $1 AND scope = 'PROGRAM' AND rule_id = ANY ($2::uuid[])`,
    [organizationId, ruleIds],
  );
  return rows.map((row) => ({
    ruleId: row.rule_id,
    assetId: row.asset_id,
    usage: { periodStart: row.period_start, consumed: amountOf(row.consumed) },
  }));
}

/** The usage to load: rules with budgets, and the program, participants and groups that may be credited. */
export interface UsageScope {
  readonly ruleIds: readonly string[];
  readonly holderIds: readonly string[];
  /** Whether the usage of PROGRAM budgets is locked too, rather than only read. */
  readonly locksPrograms: boolean;
}

interface UsageRow {
  rule_id: string;
  asset_id: string;
  scope: BudgetScope;
  holder_id: string;
  period_start: Date;
  consumed: string;
}

const USAGE = `
  SELECT rule_id, asset_id, scope, holder_id, period_start, consumed FROM budget_usage
  WHERE organization_id = $1 AND rule_id = ANY ($2::uuid[]) AND holder_id = ANY ($3::uuid[])`;
const LOCKED = 'ORDER BY rule_id, asset_id, scope, holder_id FOR UPDATE';

/** What the budgets of these rules have consumed for these holders, locked until the transaction ends; those of PROGRAM scope only if asked. */
export async function loadUsageForUpdate(
  tx: Tx,
  organizationId: string,
  { ruleIds, holderIds, locksPrograms }: UsageScope,
): Promise<Map<BudgetKey, BudgetUsage>> {
  const query = (text: string) => tx.query<UsageRow>(text, [organizationId, ruleIds, holderIds]);
  const rows = locksPrograms
    ? await query(`${USAGE} ${LOCKED}`)
    : (await Promise.all([query(`${USAGE} AND scope = 'PARTICIPANT' ${LOCKED}`), query(`${USAGE} AND scope = 'PROGRAM'`)])).flat();
  return new Map(
    rows.map((row) => [
      budgetKey({ ruleId: row.rule_id, assetId: row.asset_id, scope: row.scope, holderId: row.holder_id }),
      { periodStart: row.period_start, consumed: amountOf(row.consumed) },
    ]),
  );
}

/** An array for each column that says which count a use is of: the rule, the asset, the scope, the holder, and when the period began. */
const countsOf = (uses: readonly BudgetUse[]): unknown[][] => [
  uses.map((use) => use.ruleId),
  uses.map((use) => use.assetId),
  uses.map((use) => use.scope),
  uses.map((use) => use.holderId),
  uses.map((use) => use.periodStart),
];

/** Adds to what the budgets have consumed; usage from an earlier period starts over. The database refuses to exceed a limit. */
export function recordBudgetUse(
  tx: Pick<Tx, 'send'>,
  { organizationId, now }: { readonly organizationId: string; readonly now: Date },
  uses: readonly BudgetUse[],
): void {
  tx.send(
    `INSERT INTO budget_usage (organization_id, rule_id, asset_id, scope, holder_id, period_start, consumed, "limit", updated_at)
     SELECT $1, rule_id, asset_id, scope, holder_id, max(period_start), sum(amount), max("limit"), $2
     FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::timestamptz[], $8::numeric[], $9::numeric[])
       AS uses (rule_id, asset_id, scope, holder_id, period_start, "limit", amount)
     GROUP BY rule_id, asset_id, scope, holder_id
     ORDER BY rule_id, asset_id, scope, holder_id
     ON CONFLICT (organization_id, rule_id, asset_id, scope, holder_id) DO UPDATE
     SET consumed = EXCLUDED.consumed + CASE WHEN budget_usage.period_start >= EXCLUDED.period_start THEN budget_usage.consumed ELSE 0 END,
         period_start = greatest(budget_usage.period_start, EXCLUDED.period_start),
         "limit" = EXCLUDED."limit", updated_at = EXCLUDED.updated_at`,
    [organizationId, now, ...countsOf(uses), uses.map((use) => use.limit.toFixed()), uses.map((use) => use.amount.toFixed())],
  );
}

/** Gives back what reservations had taken of budgets, unless a reset or a new period has taken it out of the count already. */
export function returnBudgetUse(
  tx: Pick<Tx, 'send'>,
  { organizationId, now }: { readonly organizationId: string; readonly now: Date },
  returned: readonly BudgetUse[],
): void {
  const uses = [...returned].sort((a, b) => (budgetKey(a) < budgetKey(b) ? -1 : 1));
  tx.send(
    `UPDATE budget_usage SET consumed = greatest(0, consumed - returned.amount), updated_at = $2
     FROM (
       SELECT rule_id, asset_id, scope, holder_id, period_start, sum(amount) AS amount
       FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::timestamptz[], $8::numeric[])
         AS uses (rule_id, asset_id, scope, holder_id, period_start, amount)
       GROUP BY rule_id, asset_id, scope, holder_id, period_start
     ) AS returned
     WHERE organization_id = $1 AND budget_usage.rule_id = returned.rule_id AND budget_usage.asset_id = returned.asset_id
       AND budget_usage.scope = returned.scope AND budget_usage.holder_id = returned.holder_id AND budget_usage.period_start = returned.period_start`,
    [organizationId, now, ...countsOf(uses), uses.map((use) => use.amount.toFixed())],
  );
}

/** Resets what a PROGRAM budget has consumed to zero. One that was never used has no row, and gets none. */
export async function clearProgramUsage(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  budget: { readonly ruleId: string; readonly assetId: string; readonly now: Date },
): Promise<void> {
  await tx.query(
    `UPDATE budget_usage SET consumed = 0, updated_at = $4 WHERE organization_id = $1 AND rule_id = $2 AND asset_id = $3 AND scope = 'PROGRAM'`,
    [organizationId, budget.ruleId, budget.assetId, budget.now],
  );
}
