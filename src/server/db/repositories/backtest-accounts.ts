/** Reconstructs accounts and budgets as they stood at a past instant, by summing the postings before it. */
import { accountKey, emptyAccount, type AccountKey, type AccountState, type Bucket, type HolderType } from '@/domain/ledger/accounts';
import type { Hold } from '@/domain/ledger/holds';
import type { Lot } from '@/domain/ledger/lots';
import { Amount, amountOf, ZERO } from '@/domain/money';
import { budgetKey, type BudgetKey, type BudgetUsage, type CompiledBudget } from '@/domain/rules/budget';
import { statement } from '../transaction';
import { lotOf, type LotRow } from './lot-rows';

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
    `SELECT account_type, account_id, asset_id, bucket, sum(amount) AS amount
     FROM postings
     WHERE organization_id = $1 AND program_id = $2 AND account_id = ANY ($3::uuid[]) AND created_at < $4 AND account_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM_WALLET')
     GROUP BY account_type, account_id, asset_id, bucket HAVING sum(amount) <> 0`,
    [scope.organizationId, scope.programId, holderIds, scope.at],
  );
  const lots = await loadLotsAt(scope, holderIds);
  const holds = await loadHoldsAt(scope, [...new Set(sums.filter(({ bucket }) => bucket === 'HELD').map(({ account_id }) => account_id))]);
  const keyed = Map.groupBy(sums, ({ account_id, asset_id }) => accountKey(account_id, scope.programId, asset_id));
  return new Map([...keyed].map(([key, rows]) => [key, accountOf(rows, scope.programId, lots.get(key) ?? [], holds.get(key) ?? [])]));
}

function accountOf(rows: readonly SumRow[], programId: string, lots: readonly Lot[], holds: readonly Hold[]): AccountState {
  const [{ account_type: type, account_id: id, asset_id: assetId }] = rows as [SumRow];
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
       SELECT p.account_id, p.asset_id, p.hold_reference, p.amount, p.created_at, e.sequence,
         sum(p.amount) OVER (PARTITION BY p.account_id, p.asset_id, p.hold_reference ORDER BY e.sequence, p.line) AS left_over
       FROM postings p JOIN journal_entries e ON e.id = p.entry_id
       WHERE p.organization_id = $1 AND p.program_id = $2 AND p.account_id = ANY ($3::uuid[]) AND p.created_at < $4 AND p.bucket = 'HELD'
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

async function loadLotsAt({ organizationId, programId, at }: AccountsScope, holderIds: readonly string[]): Promise<Map<AccountKey, Lot[]>> {
  const rows = await statement<LotRow & { account_id: string; asset_id: string; remaining: string }>(
    `SELECT l.id, l.account_id, l.asset_id, l.amount, sum(lp.amount) AS remaining, p.bucket, p.hold_reference AS reference_id, l.parent_id, l.created_at, l.matures_at, l.expires_at,
       p.bucket = 'HELD' AND (l.provisional OR (l.parent_id IS NULL AND NOT EXISTS (
         SELECT 1 FROM lot_postings o JOIN postings q ON q.entry_id = o.entry_id AND q.line = o.line WHERE o.lot_id = l.id AND q.bucket <> 'HELD' AND q.created_at < $4))) AS provisional
     FROM lots l JOIN lot_postings lp ON lp.lot_id = l.id JOIN postings p ON p.entry_id = lp.entry_id AND p.line = lp.line
     WHERE l.organization_id = $1 AND l.program_id = $2 AND l.account_id = ANY ($3::uuid[]) AND p.created_at < $4
     GROUP BY l.id, p.bucket, p.hold_reference HAVING sum(lp.amount) > 0`,
    [organizationId, programId, holderIds, at],
  );
  const grouped = Map.groupBy(rows, ({ account_id, asset_id }) => accountKey(account_id, programId, asset_id));
  return new Map([...grouped].map(([key, own]) => [key, own.map((row) => lotOf(row, amountOf(row.remaining)))]));
}

/** What a rule's credits consumed of a budget, from the start of the budget period that contains `at` up to `at`, by budget key. */
export async function loadUsageAt(
  { organizationId, programId, at }: AccountsScope,
  ruleId: string,
  { source, period }: CompiledBudget,
): Promise<[BudgetKey, BudgetUsage][]> {
  const { start } = period(at);
  const rows = await statement<{ account_id: string; consumed: string }>(
    `SELECT p.account_id, sum(p.amount) AS consumed
     FROM journal_entries e JOIN postings p ON p.entry_id = e.id
     WHERE e.organization_id = $1 AND e.rule_id = $2 AND e.created_at >= $3 AND e.created_at < $4 AND e.type IN ('CREDIT', 'SETTLE')
       AND p.asset_id = $5 AND p.amount > 0 AND p.account_type IN ('PARTICIPANT', 'GROUP')
     GROUP BY p.account_id`,
    [organizationId, ruleId, start, at, source.asset_id],
  );
  const key = (holderId: string): BudgetKey => budgetKey({ ruleId, assetId: source.asset_id, scope: source.scope, holderId });
  const each = rows.map(({ account_id, consumed }) => [account_id, amountOf(consumed)] as const);
  if (source.scope === 'PARTICIPANT') return each.map(([id, consumed]) => [key(id), { periodStart: start, consumed }]);
  return each.length === 0
    ? []
    : [[key(programId), { periodStart: start, consumed: each.reduce((sum, [, consumed]) => sum.plus(consumed), ZERO) }]];
}
