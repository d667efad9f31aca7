/** Loads balances under lock, with their lots and holds, in the one order in which every transaction locks them. */
import { accountKey, emptyAccount, type AccountKey, type AccountState, type HolderType } from '@/domain/ledger/accounts';
import type { Hold } from '@/domain/ledger/holds';
import type { Lot } from '@/domain/ledger/lots';
import { amountOf } from '@/domain/money';
import type { Tx } from '../transaction';
import { LOT_COLUMNS, lotOf, type LotRow } from './lot-rows';

export interface AccountRef {
  readonly type: HolderType;
  readonly id: string;
  readonly programId: string;
  readonly assetId: string;
  /** Creates the balance row if it is missing, since only a row can be locked: for callers that must keep others from moving it. */
  readonly opens?: boolean;
}

interface AccountIds {
  account_id: string;
  program_id: string;
  asset_id: string;
}

interface BalanceRow extends AccountIds {
  account_type: HolderType;
  available: string;
  held: string;
  deferred: string;
  overdraft_limit: string;
  in_lots: boolean;
}

/** The state of each account, locked until the transaction ends; an account that never held anything is empty. */
export async function loadAccountsForUpdate(
  tx: Tx,
  organizationId: string,
  refs: readonly AccountRef[],
): Promise<Map<AccountKey, AccountState>> {
  const existing = await lockRows(tx, organizationId, refs);
  const opened = await openMissing(tx, organizationId, refs, existing);
  const rows = [...existing, ...opened];
  const lots = await loadLots(
    tx,
    organizationId,
    rows.filter((row) => row.in_lots),
  );
  const holds = await loadHolds(
    tx,
    organizationId,
    rows.filter((row) => amountOf(row.held).greaterThan(0)),
  );
  const accounts = new Map<AccountKey, AccountState>();
  for (const ref of refs) accounts.set(accountKey(ref.id, ref.programId, ref.assetId), emptyAccount(ref));
  for (const row of rows) {
    const key = keyOf(row);
    accounts.set(key, accountOf(row, lots.get(key) ?? [], holds.get(key) ?? []));
  }
  return accounts;
}

/** The wallets' balances as they are, without a lock: for callers whom the database may refuse what they draw. */
export async function readWallets(
  tx: Tx,
  organizationId: string,
  wallets: readonly Omit<AccountRef, 'type' | 'opens'>[],
): Promise<Map<AccountKey, AccountState>> {
  if (wallets.length === 0) return new Map();
  const refs = wallets.map((wallet): AccountRef => ({ ...wallet, type: 'PROGRAM_WALLET' }));
  const rows = await tx.query<BalanceRow>(BALANCES, idsOf(organizationId, refs));
  return new Map([
    ...refs.map((ref) => [accountKey(ref.id, ref.programId, ref.assetId), emptyAccount(ref)] as const),
    ...rows.map((row) => [keyOf(row), accountOf(row, [], [])] as const),
  ]);
}

/** Wallets come last: whatever draws on one has locked everything else that it moves. */
const LOCK_ORDER = (table: string): string =>
  `${table}.account_type = 'PROGRAM_WALLET', ${table}.account_id, ${table}.program_id, ${table}.asset_id`;

const BALANCES = `
  SELECT b.account_id, b.account_type, b.program_id, b.asset_id, b.available, b.held, b.deferred, b.overdraft_limit,
         b.account_type <> 'PROGRAM_WALLET' AND a.inventory_mode = 'LOT' AS in_lots
  FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS ref (account_id, program_id, asset_id)
  JOIN balances b ON (b.organization_id, b.account_id, b.program_id, b.asset_id) = ($1, ref.account_id, ref.program_id, ref.asset_id)
  JOIN assets a ON a.organization_id = $1 AND a.id = b.asset_id`;

const idsOf = (organizationId: string, refs: readonly AccountRef[]) => [
  organizationId,
  refs.map((ref) => ref.id),
  refs.map((ref) => ref.programId),
  refs.map((ref) => ref.assetId),
];

function lockRows(tx: Tx, organizationId: string, refs: readonly AccountRef[]): Promise<BalanceRow[]> {
  return tx.query<BalanceRow>(`${BALANCES} ORDER BY ${LOCK_ORDER('b')} FOR UPDATE OF b`, idsOf(organizationId, refs));
}

async function openMissing(
  tx: Tx,
  organizationId: string,
  refs: readonly AccountRef[],
  existing: readonly BalanceRow[],
): Promise<BalanceRow[]> {
  const present = new Set(existing.map(keyOf));
  const missing = refs.filter((ref) => ref.opens && !present.has(accountKey(ref.id, ref.programId, ref.assetId)));
  if (missing.length === 0) return [];
  await openAccounts(tx, organizationId, missing);
  return lockRows(tx, organizationId, missing);
}

/**
 * Creates the balance rows that are missing. A transaction that locks several accounts, any of which may be new, calls this first:
 * creating one while holding others' locks can deadlock with a transaction that finds it there.
 */
export async function openAccounts(tx: Pick<Tx, 'query'>, organizationId: string, refs: readonly AccountRef[]): Promise<void> {
  await tx.query(
    `INSERT INTO balances (organization_id, account_type, account_id, program_id, asset_id)
     SELECT $1::uuid, ref.* FROM (
       SELECT DISTINCT * FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::uuid[]) AS named (account_type, account_id, program_id, asset_id)) AS ref
     ORDER BY ${LOCK_ORDER('ref')}
     ON CONFLICT (organization_id, account_id, program_id, asset_id) DO NOTHING`,
    [
      organizationId,
      refs.map((ref) => ref.type),
      refs.map((ref) => ref.id),
      refs.map((ref) => ref.programId),
      refs.map((ref) => ref.assetId),
    ],
  );
}

const keyOf = (row: AccountIds): AccountKey => accountKey(row.account_id, row.program_id, row.asset_id);

function accountOf(row: BalanceRow, lots: readonly Lot[], holds: readonly Hold[]): AccountState {
  return {
    type: row.account_type,
    id: row.account_id,
    programId: row.program_id,
    assetId: row.asset_id,
    balance: { available: amountOf(row.available), held: amountOf(row.held), deferred: amountOf(row.deferred) },
    overdraftLimit: amountOf(row.overdraft_limit),
    lots,
    holds,
  };
}

/** Lots need no locks of their own: their balance rows are locked, and every change of a lot goes through them. */
async function loadLots(tx: Tx, organizationId: string, accounts: readonly AccountIds[]): Promise<Map<AccountKey, Lot[]>> {
  if (accounts.length === 0) return new Map();
  const rows = await tx.query<LotRow & AccountIds & { remaining: string }>(
    `SELECT ref.account_id, ref.program_id, ref.asset_id, l.remaining, ${LOT_COLUMNS}
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS ref (account_id, program_id, asset_id)
     CROSS JOIN LATERAL (
       SELECT * FROM lots WHERE (organization_id, account_id, program_id, asset_id) = ($1, ref.account_id, ref.program_id, ref.asset_id) AND remaining > 0
       OFFSET 0) l`,
    [organizationId, ...idColumns(accounts)],
  );
  return grouped(rows, (row) => lotOf(row, amountOf(row.remaining)));
}

async function loadHolds(tx: Tx, organizationId: string, accounts: readonly AccountIds[]): Promise<Map<AccountKey, Hold[]>> {
  if (accounts.length === 0) return new Map();
  const rows = await tx.query<AccountIds & { reference_id: string; amount: string; created_at: Date }>(
    `SELECT ref.account_id, ref.program_id, ref.asset_id, h.reference_id, h.amount, h.created_at
     FROM unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS ref (account_id, program_id, asset_id)
     CROSS JOIN LATERAL (
       SELECT * FROM holds WHERE (organization_id, account_id, program_id, asset_id) = ($1, ref.account_id, ref.program_id, ref.asset_id) AND amount > 0
       OFFSET 0) h`,
    [organizationId, ...idColumns(accounts)],
  );
  return grouped(rows, (row) => ({ reference: row.reference_id, amount: amountOf(row.amount), createdAt: row.created_at }));
}

const idColumns = (rows: readonly AccountIds[]) => [
  rows.map((row) => row.account_id),
  rows.map((row) => row.program_id),
  rows.map((row) => row.asset_id),
];

function grouped<Row extends AccountIds, Item>(rows: readonly Row[], convert: (row: Row) => Item): Map<AccountKey, Item[]> {
  return new Map([...Map.groupBy(rows, keyOf)].map(([key, group]) => [key, group.map(convert)]));
}
