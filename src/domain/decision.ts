/**
 * A Decision is everything that one use case wants to change, computed before anything is written.
 * It is committed whole, in one transaction, or not at all.
 */
import type { ChallengeChange } from './challenges/book';
import type { CodeChange } from './codes/book';
import type { Broadcast, SystemEvent } from './events/system';
import type { AccountKey, Holder } from './ledger/accounts';
import type { JournalEntry } from './ledger/entry';
import type { Lot } from './ledger/lots';
import type { Amount } from './money';
import type { StateTransition } from './participants/state';
import type { ReferralChange } from './referrals/book';
import type { BudgetUse } from './rules/budget';
import type { WebhookDraft } from './webhooks/events';

/** Permission for `available` of one account to stand as low as `-limit`, given by ALLOW_NEGATIVE. */
interface OverdraftGrant {
  readonly accountId: string;
  readonly programId: string;
  readonly assetId: string;
  readonly key: AccountKey;
  readonly limit: Amount;
}

/** A lot that an entry creates. It is empty until the postings of that entry fill it. */
export interface LotCreation {
  readonly lot: Lot;
  readonly entryId: string;
  readonly holder: Holder;
  readonly programId: string;
  readonly assetId: string;
}

/** What a TRANSFER entry moved from whom to whom, as it can be looked up later. */
export interface TransferRecord {
  readonly id: string;
  readonly entryId: string;
  readonly programId: string;
  readonly assetId: string;
  readonly source: Holder;
  readonly recipients: readonly { readonly holder: Holder; readonly amount: Amount }[];
  readonly total: Amount;
  readonly preserveExpiry: boolean;
}

export interface Decision {
  readonly entries: readonly JournalEntry[];
  readonly lots: readonly LotCreation[];
  readonly overdrafts: readonly OverdraftGrant[];
  readonly transfers: readonly TransferRecord[];
  /** In the order in which they happen. What changes a level is announced by itself. */
  readonly state: readonly StateTransition[];
  /** What the credits of rules take from their budgets. */
  readonly budgets: readonly BudgetUse[];
  /** What reservations that end give back to budgets whose period has not ended either. */
  readonly budgetReturns: readonly BudgetUse[];
  readonly codes: readonly CodeChange[];
  readonly challenges: readonly ChallengeChange[];
  /** Those that events have bound and qualified, in their order. */
  readonly referrals: readonly ReferralChange[];
  readonly events: readonly SystemEvent[];
  readonly broadcasts: readonly Broadcast[];
  readonly webhooks: readonly WebhookDraft[];
}

export const NOTHING: Decision = {
  entries: [],
  lots: [],
  overdrafts: [],
  transfers: [],
  state: [],
  budgets: [],
  budgetReturns: [],
  codes: [],
  challenges: [],
  referrals: [],
  events: [],
  broadcasts: [],
  webhooks: [],
};

/** One decision that does what all of them do, in order. */
export function combine(decisions: readonly Decision[]): Decision {
  const [first] = decisions;
  if (first && decisions.length === 1) return first;
  return {
    entries: joined(decisions, ({ entries }) => entries),
    lots: joined(decisions, ({ lots }) => lots),
    overdrafts: joined(decisions, ({ overdrafts }) => overdrafts),
    transfers: joined(decisions, ({ transfers }) => transfers),
    state: joined(decisions, ({ state }) => state),
    budgets: joined(decisions, ({ budgets }) => budgets),
    budgetReturns: joined(decisions, ({ budgetReturns }) => budgetReturns),
    codes: joined(decisions, ({ codes }) => codes),
    challenges: joined(decisions, ({ challenges }) => challenges),
    referrals: joined(decisions, ({ referrals }) => referrals),
    events: joined(decisions, ({ events }) => events),
    broadcasts: joined(decisions, ({ broadcasts }) => broadcasts),
    webhooks: joined(decisions, ({ webhooks }) => webhooks),
  };
}

/** A batch of events has hundreds of decisions, most of them without most of the lists: `flatMap` makes an array of each. */
function joined<Part>(decisions: readonly Decision[], of: (decision: Decision) => readonly Part[]): Part[] {
  const all: Part[] = [];
  for (const decision of decisions) for (const part of of(decision)) all.push(part);
  return all;
}

/** Where new ids come from: passed in, so that decisions can be repeated exactly in tests. */
export type NewId = () => string;
