/**
 * A Decision is everything that one use case wants to change, computed before anything is written.
 * It is committed whole, in one transaction, or not at all.
 */
import type { Broadcast, SystemEvent } from './events/system';
import type { AccountKey, Holder } from './ledger/accounts';
import type { JournalEntry } from './ledger/entry';
import type { Lot } from './ledger/lots';
import type { Amount } from './money';
import type { StateTransition } from './participants/state';
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
  events: [],
  broadcasts: [],
  webhooks: [],
};

/** One decision that does what all of them do, in order. */
export function combine(decisions: readonly Decision[]): Decision {
  return {
    entries: decisions.flatMap((decision) => decision.entries),
    lots: decisions.flatMap((decision) => decision.lots),
    overdrafts: decisions.flatMap((decision) => decision.overdrafts),
    transfers: decisions.flatMap((decision) => decision.transfers),
    state: decisions.flatMap((decision) => decision.state),
    budgets: decisions.flatMap((decision) => decision.budgets),
    events: decisions.flatMap((decision) => decision.events),
    broadcasts: decisions.flatMap((decision) => decision.broadcasts),
    webhooks: decisions.flatMap((decision) => decision.webhooks),
  };
}

/** Where new ids come from: passed in, so that decisions can be repeated exactly in tests. */
export type NewId = () => string;
