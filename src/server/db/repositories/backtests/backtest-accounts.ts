/** Reconstructs accounts and budgets as they stood at a past instant, by summing what entries before it did. */
import { present } from '@/domain/assert';
import { accountKey, emptyAccount, type AccountKey, type AccountState, type Bucket, type HolderType } from '@/domain/ledger/accounts';
import type { Hold } from '@/domain/ledger/holds';
import type { Lot } from '@/domain/ledger/lots';
import { Amount, amountOf, ZERO } from '@/domain/money';
import { budgetKey, type BudgetKey, type BudgetUsage, type CompiledBudget } from '@/domain/rules/budget';
import { statement } from '@/server/db/transaction';
import { bound, sourcesOf } from '@/server/db/repositories/reports/ledger-flows';
import { lotOf, type LotRow } from '@/server/db/repositories/ledger/lot-rows';

export interface AccountsScope {
  readonly organizationId: string;
  readonly programId: string;
  /** Exclusive: everything dated before it counts. */
  readonly at: Date;
}

interface SumRow {
  account_type: HolderType;
  account_id: string;
  asset_id: string;
  bucket: Bucket;
  amount: string;
}

/** The accounts of these holders that held anything; an overdraft permission is known only as far as it was used. */
export async function loadAccountsAt(scope: AccountsScope, holderIds: readonly string[]): Promise<Map<AccountKey, AccountState>> {
  const sums = await statement<SumRow>(
    `SELECT b.account_type, b.account_id, b.asset_id, p.bucket, sum(p.amount) AS amount
     FROM balances b
     JOIN account_entries p ON (p.organization_id, p.account_id, p.program_id, p.asset_id) = (b.organization_id, b.account_id, b.program_id, b.asset_id)
     WHERE b.organization_id = $1 AND b.program_id = $2 AND b.account_id = ANY ($3::uuid[]) AND p.entry_id < first_id_at($4::timestamptz)
     GROUP BY b.account_type, b.account_id, b.asset_id, p.bucket HAVING sum(p.amount) <> 0`,
    [scope.organizationId, scope.programId, holderIds, scope.at],
  );
  if (holderIds.includes(scope.programId)) sums.push(...(await loadWalletsAt(scope)));
  const lots = await loadLotsAt(scope, holderIds);
  const holds = await loadHoldsAt(scope, [...new Set(sums.filter(({ bucket }) => bucket === 'HELD').map(({ account_id }) => account_id))]);
  const keyed = Map.groupBy(sums, ({ account_id, asset_id }) => accountKey(account_id, scope.programId, asset_id));
  return new Map([...keyed].map(([key, rows]) => [key, accountOf(rows, scope.programId, lots.get(key) ?? [], holds.get(key) ?? [])]));
}

/** A program has no statement: what its wallets held is added up from the totals of days, and from entries. */
function loadWalletsAt({ organizationId, programId, at }: AccountsScope): Promise<SumRow[]> {
  const { values, bind } = bound({ organizationId, programId, assetId: null });
  const sources = sourcesOf({ from: null, to: at }, null, bind, {
    of: 'account',
    totals: () => 't.asset_id, t.account_type, t.amount',
    entries: 'c.asset_id, c.account_type, c.amount',
    changes: 'postings_of(e)',
    which: 'TRUE',
  });
  return statement<SumRow>(
    `SELECT account_type, $2::uuid AS account_id, asset_id, 'AVAILABLE' AS bucket, sum(amount) AS amount
     FROM (${sources.join(' UNION ALL ')}) AS moved (asset_id, account_type, amount)
     WHERE account_type = 'PROGRAM_WALLET' GROUP BY account_type, asset_id HAVING sum(amount) <> 0`,
    values,
  );
}

function accountOf(rows: readonly SumRow[], programId: string, lots: readonly Lot[], holds: readonly Hold[]): AccountState {
  const { account_type: type, account_id: id, asset_id: assetId } = present(rows[0], 'an account is a group of rows');
  const inBucket = (bucket: Bucket): Amount =>
    rows.filter((row) => row.bucket === bucket).reduce((sum, { amount }) => sum.plus(amount), ZERO);
  const available = inBucket('AVAILABLE');
  return {
    ...emptyAccount({ type, id, programId, assetId }),
    balance: { available, held: inBucket('HELD'), deferred: inBucket('DEFERRED') },
    overdraftLimit: Amount.max(ZERO, available.negated()),
    lots,
    holds,
  };
}

/** A hold that was emptied and then used again dates from when it was used again. */
async function loadHoldsAt(
  { organizationId, programId, at }: AccountsScope,
  holderIds: readonly string[],
): Promise<Map<AccountKey, Hold[]>> {
  if (holderIds.length === 0) return new Map();
  const rows = await statement<{ account_id: string; asset_id: string; hold_reference: string; amount: string; since: Date }>(
    `WITH moves AS (
       SELECT p.account_id, p.asset_id, p.hold_reference, p.amount, e.created_at, e.sequence,
         sum(p.amount) OVER (PARTITION BY p.account_id, p.asset_id, p.hold_reference ORDER BY e.sequence, p.line) AS left_over
       FROM account_entries p JOIN journal_entries e ON e.organization_id = p.organization_id AND e.id = p.entry_id
       WHERE p.organization_id = $1 AND p.program_id = $2 AND p.account_id = ANY ($3::uuid[]) AND p.entry_id < first_id_at($4::timestamptz) AND p.bucket = 'HELD'
     ), dated AS (
       SELECT *, max(sequence) FILTER (WHERE left_over = 0) OVER (PARTITION BY account_id, asset_id, hold_reference) AS emptied FROM moves
     )
     SELECT account_id, asset_id, hold_reference, sum(amount) AS amount, min(created_at) FILTER (WHERE emptied IS NULL OR sequence > emptied) AS since
     FROM dated GROUP BY account_id, asset_id, hold_reference HAVING sum(amount) > 0`,
    [organizationId, programId, holderIds, at],
  );
  const grouped = Map.groupBy(rows, ({ account_id, asset_id }) => accountKey(account_id, programId, asset_id));
  return new Map(
    [...grouped].map(([key, own]) => [
      key,
      own.map((row): Hold => ({ reference: row.hold_reference, amount: amountOf(row.amount), createdAt: row.since })),
    ]),
  );
}

/** What entries did to the lot `l`, line by line. */
const LOT_LINES = `lot_postings lp JOIN journal_entries e ON e.organization_id = lp.organization_id AND e.id = lp.entry_id
       WHERE lp.organization_id = $1 AND lp.lot_id = l.id`;

async function loadLotsAt({ organizationId, programId, at }: AccountsScope, holderIds: readonly string[]): Promise<Map<AccountKey, Lot[]>> {
  const rows = await statement<LotRow & { account_id: string; asset_id: string; remaining: string }>(
    `SELECT l.id, l.account_id, l.asset_id, l.amount, sum(p.amount) AS remaining, p.bucket, p.hold_reference AS reference_id, l.parent_id, l.created_at, l.matures_at, l.expires_at,
       p.bucket = 'HELD' AND (l.provisional OR (l.parent_id IS NULL AND NOT EXISTS (
         SELECT 1 FROM ${LOT_LINES} AND lp.entry_id < first_id_at($4::timestamptz) AND e.buckets[lp.line + 1] <> 'HELD'))) AS provisional
     FROM lots l CROSS JOIN LATERAL (
       SELECT lp.amount, e.buckets[lp.line + 1] AS bucket, e.hold_references[lp.line + 1] AS hold_reference
       FROM ${LOT_LINES} AND lp.entry_id < first_id_at($4::timestamptz) OFFSET 0) p
     WHERE l.organization_id = $1 AND l.program_id = $2 AND l.account_id = ANY ($3::uuid[]) AND l.entry_id < first_id_at($4::timestamptz)
     GROUP BY l.organization_id, l.id, p.bucket, p.hold_reference HAVING sum(p.amount) > 0`,
    [organizationId, programId, holderIds, at],
  );
  const grouped = Map.groupBy(rows, ({ account_id, asset_id }) => accountKey(account_id, programId, asset_id));
  return new Map([...grouped].map(([key, own]) => [key, own.map((row) => lotOf(row, amountOf(row.remaining)))]));
}

/** What the credits of a rule, or of the rules of a campaign, consumed of a budget, from the start of the budget period that contains `at` up to `at`, by budget key. */
export async function loadUsageAt(
  { organizationId, programId, at }: AccountsScope,
  ownerId: string,
  { source, period }: CompiledBudget,
): Promise<[BudgetKey, BudgetUsage][]> {
  const { start } = period(at);
  const rows = await statement<{ account_id: string; consumed: string }>(
    `SELECT p.account_id, sum(p.amount) AS consumed
     FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p
     WHERE e.organization_id = $1
       AND e.rule_id = ANY (ARRAY(SELECT r.id FROM rules r WHERE r.organization_id = $1 AND (r.id = $2 OR r.rule_set_id = $2)))
       AND e.id >= first_id_at($3::timestamptz) AND e.id < first_id_at($4::timestamptz) AND e.type IN ('CREDIT', 'SETTLE')
       AND p.asset_id = $5 AND p.amount > 0 AND p.account_type IN ('PARTICIPANT', 'GROUP')
     GROUP BY p.account_id`,
    [organizationId, ownerId, start, at, source.asset_id],
  );
  const key = (holderId: string): BudgetKey => budgetKey({ ownerId, assetId: source.asset_id, scope: source.scope, holderId });
  const each = rows.map(({ account_id, consumed }) => [account_id, amountOf(consumed)] as const);
  if (source.scope === 'PARTICIPANT') return each.map(([id, consumed]) => [key(id), { periodStart: start, consumed }]);
  return each.length === 0
    ? []
    : [[key(programId), { periodStart: start, consumed: each.reduce((sum, [, consumed]) => sum.plus(consumed), ZERO) }]];
}
