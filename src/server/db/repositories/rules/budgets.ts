/** Reads and writes the consumption of budgets of rules and of campaigns: one row per budget and the holder it is counted for. */
import { amountOf } from '@/domain/money';
import { budgetKey, type BudgetKey, type BudgetOwner, type BudgetScope, type BudgetUsage, type BudgetUse } from '@/domain/rules/budget';
import type { Tx } from '@/server/db/transaction';

/** What the budgets of the owners `$2` have consumed for the holders `$3`. */
const usageIn = (table: string, column: string): string => `
  SELECT ${column} AS owner_id, asset_id, scope, holder_id, period_start, consumed FROM ${table}
  WHERE organization_id = $1 AND ${column} = ANY ($2::uuid[]) AND holder_id = ANY ($3::uuid[])`;

/** Where the budgets of each kind of owner are counted. Locks are taken in this order. */
const COUNTS = {
  RULE: { table: 'budget_usage', owner: 'rule_id', usage: usageIn('budget_usage', 'rule_id') },
  CAMPAIGN: { table: 'campaign_budget_usage', owner: 'campaign_id', usage: usageIn('campaign_budget_usage', 'campaign_id') },
} as const satisfies Record<BudgetOwner, object>;
const OWNERS: readonly BudgetOwner[] = ['RULE', 'CAMPAIGN'];

/** The usage of one PROGRAM budget. */
interface ProgramUsage {
  readonly ownerId: string;
  readonly assetId: string;
  readonly usage: BudgetUsage;
}

/** What the PROGRAM budgets of these rules or campaigns have consumed; those never used are left out. */
export async function listProgramUsage(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  owner: BudgetOwner,
  ids: readonly string[],
): Promise<ProgramUsage[]> {
  const { table, owner: column } = COUNTS[owner];
  const rows = await tx.query<{ owner_id: string; asset_id: string; period_start: Date; consumed: string }>(
    `SELECT ${column} AS owner_id, asset_id, period_start, consumed FROM ${table} WHERE organization_id = $1 AND scope = 'PROGRAM' AND ${column} = ANY ($2::uuid[])`,
    [organizationId, ids],
  );
  return rows.map((row) => ({
    ownerId: row.owner_id,
    assetId: row.asset_id,
    usage: { periodStart: row.period_start, consumed: amountOf(row.consumed) },
  }));
}

/** The usage to load: of rules or campaigns with budgets, for the program, participants and groups that may be credited. */
export interface UsageScope {
  readonly owner: BudgetOwner;
  readonly ownerIds: readonly string[];
  readonly holderIds: readonly string[];
  /** Whether the usage of PROGRAM budgets is locked too, rather than only read. */
  readonly locksPrograms: boolean;
}

interface UsageRow {
  owner_id: string;
  asset_id: string;
  scope: BudgetScope;
  holder_id: string;
  period_start: Date;
  consumed: string;
}

const LOCKED = 'ORDER BY owner_id, asset_id, scope, holder_id FOR UPDATE';

/** What the budgets of these owners have consumed for these holders, locked until the transaction ends; those of PROGRAM scope only if asked. */
export async function loadUsageForUpdate(
  tx: Tx,
  organizationId: string,
  { owner, ownerIds, holderIds, locksPrograms }: UsageScope,
): Promise<Map<BudgetKey, BudgetUsage>> {
  const { usage } = COUNTS[owner];
  const query = (text: string) => tx.query<UsageRow>(text, [organizationId, ownerIds, holderIds]);
  const rows = locksPrograms
    ? await query(`${usage} ${LOCKED}`)
    : (await Promise.all([query(`${usage} AND scope = 'PARTICIPANT' ${LOCKED}`), query(`${usage} AND scope = 'PROGRAM'`)])).flat();
  return new Map(
    rows.map((row) => [
      budgetKey({ ownerId: row.owner_id, assetId: row.asset_id, scope: row.scope, holderId: row.holder_id }),
      { periodStart: row.period_start, consumed: amountOf(row.consumed) },
    ]),
  );
}

/** An array for each column that says which count a use is of: the owner, the asset, the scope, the holder, and when the period began. */
const countsOf = (uses: readonly BudgetUse[]): unknown[][] => [
  uses.map(({ ownerId }) => ownerId),
  uses.map((use) => use.assetId),
  uses.map((use) => use.scope),
  uses.map((use) => use.holderId),
  uses.map((use) => use.periodStart),
];

interface UsageTime {
  readonly organizationId: string;
  readonly now: Date;
}

/** Adds to what the budgets have consumed; usage from an earlier period starts over. The database refuses to exceed a limit. */
export function recordBudgetUse(tx: Pick<Tx, 'send'>, { organizationId, now }: UsageTime, uses: readonly BudgetUse[]): void {
  for (const owner of OWNERS) {
    const own = uses.filter((use) => use.owner === owner);
    if (own.length === 0) continue;
    const { table, owner: column } = COUNTS[owner];
    tx.send(
      `INSERT INTO ${table} (organization_id, ${column}, asset_id, scope, holder_id, period_start, consumed, "limit", updated_at)
       SELECT $1, owner_id, asset_id, scope, holder_id, max(period_start), sum(amount), max("limit"), $2
       FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::timestamptz[], $8::numeric[], $9::numeric[])
         AS uses (owner_id, asset_id, scope, holder_id, period_start, "limit", amount)
       GROUP BY owner_id, asset_id, scope, holder_id
       ORDER BY owner_id, asset_id, scope, holder_id
       ON CONFLICT (organization_id, ${column}, asset_id, scope, holder_id) DO UPDATE
       SET consumed = EXCLUDED.consumed + CASE WHEN ${table}.period_start >= EXCLUDED.period_start THEN ${table}.consumed ELSE 0 END,
           period_start = greatest(${table}.period_start, EXCLUDED.period_start),
           "limit" = EXCLUDED."limit", updated_at = EXCLUDED.updated_at`,
      [organizationId, now, ...countsOf(own), own.map((use) => use.limit.toFixed()), own.map((use) => use.amount.toFixed())],
    );
  }
}

/** Gives back what reservations had taken of budgets, unless a reset or a new period has taken it out of the count already. */
export function returnBudgetUse(tx: Pick<Tx, 'send'>, { organizationId, now }: UsageTime, returned: readonly BudgetUse[]): void {
  const uses = [...returned].sort((a, b) => (budgetKey(a) < budgetKey(b) ? -1 : 1));
  for (const owner of OWNERS) {
    const own = uses.filter((use) => use.owner === owner);
    if (own.length === 0) continue;
    const { table, owner: column } = COUNTS[owner];
    tx.send(
      `UPDATE ${table} SET consumed = greatest(0, consumed - returned.amount), updated_at = $2
       FROM (
         SELECT owner_id, asset_id, scope, holder_id, period_start, sum(amount) AS amount
         FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::uuid[], $7::timestamptz[], $8::numeric[])
           AS uses (owner_id, asset_id, scope, holder_id, period_start, amount)
         GROUP BY owner_id, asset_id, scope, holder_id, period_start
       ) AS returned
       WHERE organization_id = $1 AND ${table}.${column} = returned.owner_id AND ${table}.asset_id = returned.asset_id
         AND ${table}.scope = returned.scope AND ${table}.holder_id = returned.holder_id AND ${table}.period_start = returned.period_start`,
      [organizationId, now, ...countsOf(own), own.map((use) => use.amount.toFixed())],
    );
  }
}

/** A PROGRAM budget of a rule or a campaign. */
interface ProgramBudget {
  readonly owner: BudgetOwner;
  readonly ownerId: string;
  readonly assetId: string;
}

/** Resets what a PROGRAM budget has consumed to zero. One that was never used has no row, and gets none. */
export async function clearProgramUsage(
  tx: Pick<Tx, 'query'>,
  { organizationId, now }: UsageTime,
  { owner, ownerId, assetId }: ProgramBudget,
): Promise<void> {
  const { table, owner: column } = COUNTS[owner];
  await tx.query(
    `UPDATE ${table} SET consumed = 0, updated_at = $4 WHERE organization_id = $1 AND ${column} = $2 AND asset_id = $3 AND scope = 'PROGRAM'`,
    [organizationId, ownerId, assetId, now],
  );
}
