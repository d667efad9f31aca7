/** Loads balances under lock, in the one order in which everybody locks them. */
import { accountKey, EMPTY_BALANCE, type AccountKey, type AccountState, type Balance, type HolderType } from '@/domain/ledger/accounts';
import { amountOf, ZERO } from '@/domain/money';
import type { Tx } from '../transaction';

export interface AccountRef {
  readonly type: HolderType;
  readonly id: string;
  readonly programId: string;
  readonly assetId: string;
}

export interface BalanceRow {
  account_id: string;
  account_type: HolderType;
  program_id: string;
  asset_id: string;
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
  const rows = await tx.query<BalanceRow>(
    `SELECT b.account_id, b.account_type, b.program_id, b.asset_id, b.available, b.held, b.deferred, b.overdraft_limit
     FROM balances b JOIN unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS ref (account_id, program_id, asset_id)
       USING (account_id, program_id, asset_id)
     WHERE b.organization_id = $1
     ORDER BY b.account_id, b.program_id, b.asset_id
     FOR UPDATE OF b`,
    [organizationId, refs.map((ref) => ref.id), refs.map((ref) => ref.programId), refs.map((ref) => ref.assetId)],
  );
  const accounts = new Map<AccountKey, AccountState>();
  for (const ref of refs) accounts.set(accountKey(ref.id, ref.programId, ref.assetId), emptyAccount(ref));
  for (const row of rows) accounts.set(accountKey(row.account_id, row.program_id, row.asset_id), accountOf(row));
  return accounts;
}

/**
 * What the account holds, all of this transaction included. After a commit of a decision this is the
 * only true answer: an account without a row could not be locked, and others may have opened it meanwhile.
 */
export async function currentBalance(tx: Tx, organizationId: string, ref: AccountRef): Promise<Balance> {
  const accounts = await loadAccountsForUpdate(tx, organizationId, [ref]);
  return accounts.get(accountKey(ref.id, ref.programId, ref.assetId))!.balance;
}

export function emptyAccount(ref: AccountRef): AccountState {
  return { ...ref, balance: EMPTY_BALANCE, overdraftLimit: ZERO };
}

export function accountOf(row: BalanceRow): AccountState {
  return {
    type: row.account_type,
    id: row.account_id,
    programId: row.program_id,
    assetId: row.asset_id,
    balance: { available: amountOf(row.available), held: amountOf(row.held), deferred: amountOf(row.deferred) },
    overdraftLimit: amountOf(row.overdraft_limit),
  };
}
