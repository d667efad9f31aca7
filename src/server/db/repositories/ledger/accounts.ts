/** Loads balances under lock, with their lots and holds, in the one order in which every transaction locks them. */
import { accountKey, emptyAccount, type AccountKey, type AccountState, type HolderType } from '@/domain/ledger/accounts';
import type { Hold } from '@/domain/ledger/holds';
import type { Lot } from '@/domain/ledger/lots';
import { amountOf } from '@/domain/money';
import type { Tx } from '@/server/db/transaction';
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
}

/** The state of each account, locked until the transaction ends; an account that never held anything is empty. */
export async function loadAccountsForUpdate(
  tx: Tx,
  organizationId: string,
  refs: readonly AccountRef[],
): Promise<Map<AccountKey, AccountState>> {
  const accounts = new Map<AccountKey, AccountState>(refs.map((ref) => [keyOfRef(ref), emptyAccount(ref)]));
  const existing = await lockExisting(tx, organizationId, refs);
  const missing = refs.filter((ref) => ref.opens && !existing.has(keyOfRef(ref)));
  for (const [key, account] of existing) accounts.set(key, account);
  if (missing.length === 0) return accounts;
  const [, opened] = await Promise.all([openAccounts(tx, organizationId, missing), lockExisting(tx, organizationId, missing)]);
  for (const [key, account] of opened) accounts.set(key, account);
  return accounts;
}

/** In one round trip: sent in this order over one connection, each statement sees what the first has locked. */
async function lockExisting(tx: Tx, organizationId: string, refs: readonly AccountRef[]): Promise<Map<AccountKey, AccountState>> {
  if (refs.length === 0) return new Map();
  const [rows, lots, holds] = await Promise.all([
    tx.query<BalanceRow>(LOCKED_BALANCES, [organizationId, ...typedIdColumns(refs)]),
    loadLots(tx, organizationId, refs),
    loadHolds(tx, organizationId, refs),
  ]);
  return new Map(rows.map((row) => [keyOf(row), accountOf(row, lots.get(keyOf(row)) ?? [], holds.get(keyOf(row)) ?? [])]));
}

/** The wallets' balances as they are, without a lock: for callers whom the database may refuse what they draw. */
export async function readWallets(
  tx: Tx,
  organizationId: string,
  wallets: readonly Omit<AccountRef, 'type' | 'opens'>[],
): Promise<Map<AccountKey, AccountState>> {
  if (wallets.length === 0) return new Map();
  const refs = wallets.map((wallet): AccountRef => ({ ...wallet, type: 'PROGRAM_WALLET' }));
  const rows = await tx.query<BalanceRow>(BALANCES, [organizationId, ...typedIdColumns(refs)]);
  return new Map([
    ...refs.map((ref) => [accountKey(ref.id, ref.programId, ref.assetId), emptyAccount(ref)] as const),
    ...rows.map((row) => [keyOf(row), accountOf(row, [], [])] as const),
  ]);
}

/** Wallets come last: whatever draws on one has locked everything else that it moves. */
const LOCK_ORDER = (table: string): string =>
  `${table}.account_type = 'PROGRAM_WALLET', ${table}.account_id, ${table}.program_id, ${table}.asset_id`;

/** Reads the balance of one account after another; with a lock, in the order in which all transactions lock them. */
const balancesOf = (lock: 'FOR UPDATE' | ''): string => `
  SELECT b.account_id, b.account_type, b.program_id, b.asset_id, b.available, b.held, b.deferred, b.overdraft_limit
  FROM (
    SELECT * FROM unnest($2::text[], $3::uuid[], $4::uuid[], $5::uuid[]) AS named (account_type, account_id, program_id, asset_id)
    ORDER BY ${LOCK_ORDER('named')}
  ) AS ref
  CROSS JOIN LATERAL (
    SELECT * FROM balances WHERE (organization_id, account_id, program_id, asset_id) = ($1, ref.account_id, ref.program_id, ref.asset_id)
    OFFSET 0 ${lock}
  ) AS b`;
const BALANCES = balancesOf('');
const LOCKED_BALANCES = balancesOf('FOR UPDATE');

const typedIdColumns = (refs: readonly AccountRef[]) => [refs.map((ref) => ref.type), ...idColumns(refs)];

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
    [organizationId, ...typedIdColumns(refs)],
  );
}

const keyOf = (row: AccountIds): AccountKey => accountKey(row.account_id, row.program_id, row.asset_id);
const keyOfRef = (ref: AccountRef): AccountKey => accountKey(ref.id, ref.programId, ref.assetId);

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
async function loadLots(tx: Tx, organizationId: string, accounts: readonly AccountRef[]): Promise<Map<AccountKey, Lot[]>> {
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

async function loadHolds(tx: Tx, organizationId: string, accounts: readonly AccountRef[]): Promise<Map<AccountKey, Hold[]>> {
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

const idColumns = (refs: readonly AccountRef[]) => [
  refs.map((ref) => ref.id),
  refs.map((ref) => ref.programId),
  refs.map((ref) => ref.assetId),
];

function grouped<Row extends AccountIds, Item>(rows: readonly Row[], convert: (row: Row) => Item): Map<AccountKey, Item[]> {
  return new Map([...Map.groupBy(rows, keyOf)].map(([key, group]) => [key, group.map(convert)]));
}
