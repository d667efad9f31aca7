/** Defines the checks of a ledger verification, and how what they find is reported. */
import type { AccountType, Bucket } from './accounts';

export const PROOF_CHECKS = [
  'ENTRY_POSTINGS',
  'ENTRY_BALANCE',
  'ENTRY_LOTS',
  'ENTRY_MISSING',
  'ENTRY_UNSEALED',
  'ENTRY_HASH',
  'CHAIN_HEAD',
  'CHAIN_POSITION',
  'CHAIN_LINK',
  'SEAL_HASH',
  'CHECKPOINT',
  'BALANCE_MISSING',
  'BALANCE',
  'OVERDRAFT_LIMIT',
  'LOT_REMAINING',
  'LOT_STATUS',
  'LOT_BUCKETS',
  'HOLD_AMOUNT',
  'HOLD_BUCKET',
  'HOLD_ENDED',
  'REPORT_TOTAL',
  'CLOSED_PERIOD',
  'EVENT_LOST',
] as const;
export type ProofCheck = (typeof PROOF_CHECKS)[number];

/** What each check asserts, for the API reference and for people who read a violation. */
export const PROOF_CHECK_MEANINGS: Readonly<Record<ProofCheck, string>> = {
  ENTRY_POSTINGS: 'An entry has at least two postings.',
  ENTRY_BALANCE: 'Postings of an entry sum to zero for each asset.',
  ENTRY_LOTS: 'The lots under a posting sum to its amount.',
  ENTRY_MISSING: 'An entry that is sealed, or waits to be, exists.',
  ENTRY_UNSEALED: 'An entry is either sealed or waiting to be sealed.',
  ENTRY_HASH: 'The hash recomputed from the rows of an entry equals the sealed one.',
  CHAIN_HEAD: 'The chain ends with the last seal that was written.',
  CHAIN_POSITION: 'Positions of the chain have no gaps.',
  CHAIN_LINK: 'A seal carries the hash of the previous seal.',
  SEAL_HASH: 'The hash recomputed from the entry hashes under a seal equals the one that was written.',
  CHECKPOINT: 'A checkpoint is signed by a key of the deployment and agrees with the chain.',
  BALANCE_MISSING: 'Every account with postings has a balance.',
  BALANCE: 'A balance is the sum of its postings.',
  OVERDRAFT_LIMIT: 'A balance is no lower than it was allowed to go.',
  LOT_REMAINING: 'The remaining amount of a lot is the sum of its postings, between zero and its amount.',
  LOT_STATUS: 'A lot is in the bucket that its postings put it in, and is expired when an expiry emptied it.',
  LOT_BUCKETS: 'Lots minus the overdraft equal the balance, bucket by bucket.',
  HOLD_AMOUNT: 'A hold is the sum of its postings.',
  HOLD_BUCKET: 'Holds sum to the held balance.',
  HOLD_ENDED: 'Nothing is held for a decision that is not reserved any more.',
  REPORT_TOTAL: 'A daily or hourly total that reports read is the sum of the sealed entries that it covers.',
  CLOSED_PERIOD: 'The figures with which a period was closed agree with the journal.',
  EVENT_LOST: 'An event waits to be processed, or has an outcome.',
};

/** A balance, or one bucket of it. */
interface ViolationAccount {
  readonly type: AccountType;
  readonly id: string;
  readonly program_id: string;
  readonly asset_id: string;
  /** Null: all buckets. */
  readonly bucket: Bucket | null;
}

/** One failed check. The fields that identify its subject are set; the rest are null. */
export interface Violation {
  readonly check: ProofCheck;
  readonly entry_id: string | null;
  readonly position: number | null;
  readonly account: ViolationAccount | null;
  readonly lot_id: string | null;
  readonly hold_reference: string | null;
  readonly expected: string | null;
  readonly actual: string | null;
  readonly message: string;
}

const NAMELESS = { entry_id: null, position: null, account: null, lot_id: null, hold_reference: null, expected: null, actual: null };

/** A violation that is about `subject`. */
export function violation(check: ProofCheck, message: string, subject: Partial<Omit<Violation, 'check' | 'message'>>): Violation {
  return { check, ...NAMELESS, ...subject, message };
}
