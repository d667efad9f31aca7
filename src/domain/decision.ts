/**
 * A Decision is everything one use case wants to become true, computed before anything is written.
 * It is committed whole, in one transaction, or not at all.
 */
import type { AccountKey } from './ledger/accounts';
import type { JournalEntry } from './ledger/entry';
import type { Amount } from './money';
import type { WebhookDraft } from './webhooks/events';

/** Permission for `available` of one account to stand as low as `-limit`, given by ALLOW_NEGATIVE. */
export interface OverdraftGrant {
  readonly accountId: string;
  readonly programId: string;
  readonly assetId: string;
  readonly key: AccountKey;
  readonly limit: Amount;
}

export interface Decision {
  readonly entries: readonly JournalEntry[];
  readonly overdrafts: readonly OverdraftGrant[];
  readonly webhooks: readonly WebhookDraft[];
}

export const NOTHING: Decision = { entries: [], overdrafts: [], webhooks: [] };

/** One decision that does what all of them do, in their order. */
export function combine(decisions: readonly Decision[]): Decision {
  return {
    entries: decisions.flatMap((decision) => decision.entries),
    overdrafts: decisions.flatMap((decision) => decision.overdrafts),
    webhooks: decisions.flatMap((decision) => decision.webhooks),
  };
}

/** Where new ids come from: passed in, so that decisions can be repeated exactly in tests. */
export type NewId = () => string;
