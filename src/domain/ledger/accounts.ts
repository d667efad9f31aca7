/** Defines the ledger's accounts, and the state of one account as an operation finds it. */
import type { BUCKETS } from '@/domain/choices';
import { ZERO, type Amount } from '@/domain/money';
import type { Hold } from './holds';
import type { Lot } from './lots';

export type Bucket = (typeof BUCKETS)[number];

const HOLDER_TYPES = ['PARTICIPANT', 'GROUP', 'PROGRAM_WALLET'] as const;
const SYSTEM_TYPES = ['SYSTEM_ISSUANCE', 'SYSTEM_BREAKAGE', 'SYSTEM_REDEMPTION'] as const;
export const ACCOUNT_TYPES = [...HOLDER_TYPES, ...SYSTEM_TYPES] as const;

/** Accounts with a cached balance. The id of a PROGRAM_WALLET is its program's. */
export type HolderType = (typeof HOLDER_TYPES)[number];
/** Accounts outside any holder; their balance is summed, never cached, so that no one row is written by all traffic. */
export type SystemType = (typeof SYSTEM_TYPES)[number];

export type Account =
  | { readonly type: 'PARTICIPANT' | 'GROUP'; readonly id: string; readonly bucket: Bucket }
  | { readonly type: 'PROGRAM_WALLET'; readonly id: string; readonly bucket: 'AVAILABLE' }
  | { readonly type: SystemType; readonly id: string; readonly bucket: null };

export type AccountType = (typeof ACCOUNT_TYPES)[number];

/** A participant or group: the only accounts that callers operate on. */
export interface Holder {
  readonly type: 'PARTICIPANT' | 'GROUP';
  readonly id: string;
}

export interface AssetTerms {
  readonly id: string;
  readonly symbol: string;
  readonly scale: number;
  readonly inventoryMode: 'SIMPLE' | 'LOT';
  readonly issuancePolicy: 'UNLIMITED' | 'PREFUNDED';
  readonly maxTransactionAmount: Amount | null;
  readonly status: 'ACTIVE' | 'ARCHIVED';
}

export interface Balance {
  readonly available: Amount;
  readonly held: Amount;
  readonly deferred: Amount;
}

export const EMPTY_BALANCE: Balance = { available: ZERO, held: ZERO, deferred: ZERO };

/** One holder's or wallet's balance in one asset of one program, as loaded under lock. */
export interface AccountState {
  readonly type: HolderType;
  readonly id: string;
  readonly programId: string;
  readonly assetId: string;
  readonly balance: Balance;
  /** How far below zero earlier ALLOW_NEGATIVE debits may have taken `available`. */
  readonly overdraftLimit: Amount;
  /** Lots with value left; empty for a SIMPLE asset. */
  readonly lots: readonly Lot[];
  /** Holds with value left. */
  readonly holds: readonly Hold[];
}

/** An account that has never held anything. */
export function emptyAccount(ref: Pick<AccountState, 'type' | 'id' | 'programId' | 'assetId'>): AccountState {
  const { type, id, programId, assetId } = ref;
  return { type, id, programId, assetId, balance: EMPTY_BALANCE, overdraftLimit: ZERO, lots: [], holds: [] };
}

export type AccountKey = string;

/** Identifies a cached balance: the same three ids that are its primary key. */
export function accountKey(accountId: string, programId: string, assetId: string): AccountKey {
  return `${accountId}/${programId}/${assetId}`;
}

/** Where credits of an asset come from and debits return to (contract: "Wallets"). */
export function sourceOfValue(asset: AssetTerms, programId: string): Account {
  return asset.issuancePolicy === 'PREFUNDED'
    ? { type: 'PROGRAM_WALLET', id: programId, bucket: 'AVAILABLE' }
    : { type: 'SYSTEM_ISSUANCE', id: programId, bucket: null };
}
