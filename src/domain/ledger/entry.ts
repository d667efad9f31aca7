/** Builds journal entries, and only balanced ones: the postings of each asset sum to zero. */
import type { ENTRY_TYPES } from '@/domain/choices';
import { invariant } from '@/domain/assert';
import { sumAmounts, ZERO, type Amount } from '@/domain/money';
import type { Account } from './accounts';
import type { LotLine } from './lots';

export type EntryType = (typeof ENTRY_TYPES)[number];

export interface Posting {
  readonly assetId: string;
  readonly account: Account;
  /** Signed: positive when the account receives. */
  readonly amount: Amount;
  /** The hold that a posting in HELD belongs to; postings in other buckets have none. */
  readonly holdReference?: string | null;
  /** The lot lines of a posting of a LOT asset; they sum exactly to its amount. */
  readonly lots?: readonly LotLine[];
}

/** What caused an entry, when a rule did. */
export interface Cause {
  readonly eventId: string;
  readonly ruleId: string;
  readonly ruleVersion: number;
}

export interface JournalEntry {
  readonly id: string;
  readonly programId: string;
  readonly type: EntryType;
  readonly description: string | null;
  readonly referenceId: string | null;
  readonly cause: Cause | null;
  readonly postings: readonly Posting[];
}

/** Builds an entry that moves `amount` of one asset from one account to another. */
export function moveBetween(
  header: Omit<JournalEntry, 'postings'>,
  move: { assetId: string; from: Account; to: Account; amount: Amount },
): JournalEntry {
  invariant(move.amount.greaterThan(0), 'an entry moves a positive amount');
  return balanced({
    ...header,
    postings: [
      { assetId: move.assetId, account: move.from, amount: move.amount.negated() },
      { assetId: move.assetId, account: move.to, amount: move.amount },
    ],
  });
}

/** Asserts what the database enforces again: postings sum to zero per asset, none is zero, and lot lines sum to their posting. */
export function balanced(entry: JournalEntry): JournalEntry {
  const sums = new Map<string, Amount>();
  for (const posting of entry.postings) {
    invariant(!posting.amount.isZero(), 'a posting is never empty');
    invariant(!posting.lots || sumAmounts(posting.lots.map((line) => line.amount)).equals(posting.amount), 'lots make up their posting');
    invariant((posting.account.bucket === 'HELD') === (typeof posting.holdReference === 'string'), 'a posting in HELD names its hold');
    sums.set(posting.assetId, (sums.get(posting.assetId) ?? ZERO).plus(posting.amount));
  }
  invariant(entry.postings.length >= 2, 'an entry has at least two postings');
  for (const sum of sums.values()) invariant(sum.isZero(), 'postings sum to zero per asset');
  return entry;
}
