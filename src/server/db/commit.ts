/**
 * Writes a Decision in the caller's transaction, and only writes: entries, postings, overdraft grants, transfers, budget use, codes, referrals,
 * progress in challenges, state and webhooks, including those that announce changes of tier level. The database rejects entries that do not balance and updates the cached
 * balances itself.
 */
import type { Decision, LotCreation } from '@/domain/decision';
import type { JournalEntry, Posting } from '@/domain/ledger/entry';
import type { LotLine } from '@/domain/ledger/lots';
import { periodClosed } from '@/domain/ledger/period';
import { tierWebhooks } from '@/domain/tiers/announce';
import { logEntries, type Origin } from './origin';
import { writeChallenges } from './repositories/challenges/challenge-writing';
import { writeCodeChanges } from './repositories/codes/code-uses';
import { writeReferralChanges } from './repositories/referrals/referral-changes';
import { insertBroadcasts } from './repositories/events/broadcasts';
import { recordBudgetUse, returnBudgetUse } from './repositories/rules/budgets';
import { writeState } from './repositories/people/subject-state';
import { sendSystemEvents } from './repositories/events/system-events';
import { insertTransfers } from './repositories/ledger/transfers';
import { violatedConstraint, type Tx } from './transaction';
import { insertWebhooks } from './webhook-writing';

/** The organization that the decision is for, and when it was made on that organization's clock. */
export interface CommitScope extends Origin {
  readonly organizationId: string;
  readonly now: Date;
}

export async function commitDecision(tx: Tx, scope: CommitScope, decision: Decision): Promise<void> {
  if (decision.overdrafts.length > 0) grantOverdrafts(tx, scope, decision);
  if (decision.entries.length > 0) insertEntries(tx, scope, decision);
  if (decision.transfers.length > 0) insertTransfers(tx, scope, decision.transfers);
  if (decision.budgetReturns.length > 0) returnBudgetUse(tx, scope, decision.budgetReturns);
  if (decision.budgets.length > 0) recordBudgetUse(tx, scope, decision.budgets);
  if (decision.codes.length > 0) writeCodeChanges(tx, scope, decision.codes);
  if (decision.challenges.length > 0) writeChallenges(tx, scope, decision.challenges);
  if (decision.referrals.length > 0) writeReferralChanges(tx, scope, decision.referrals);
  if (decision.events.length > 0) sendSystemEvents(tx, scope, decision.events);
  if (decision.broadcasts.length > 0) insertBroadcasts(tx, scope, decision.broadcasts);
  if (decision.state.length > 0) writeState(tx, scope, decision.state);
  const webhooks = [...decision.webhooks, ...tierWebhooks(scope.organizationId, decision.state)];
  if (webhooks.length > 0) insertWebhooks(tx, scope, webhooks, decision.entries);
}

function insertEntries(tx: Tx, scope: CommitScope, { entries, lots }: Decision): void {
  tx.afterCommit(() => logEntries(scope, scope.organizationId, entries));
  const parts = entries.flatMap((entry) =>
    entry.postings.flatMap((posting, line) => (posting.lots ?? []).map((lot, part) => ({ entry, line, part, lot }))),
  );
  const values = [
    scope.organizationId,
    scope.now,
    entries.map((entry) => entry.id),
    entries.map((entry) => entry.programId),
    entries.map((entry) => entry.type),
    entries.map((entry) => entry.description),
    entries.map((entry) => entry.referenceId),
    entries.map((entry) => entry.cause?.eventId ?? null),
    entries.map((entry) => entry.cause?.ruleId ?? null),
    entries.map((entry) => entry.cause?.ruleVersion ?? null),
    ...postingColumns(entries),
    ...(parts.length + lots.length > 0 ? [...lotColumns(lots), ...lotPostingColumns(parts)] : []),
  ];
  tx.send(parts.length + lots.length > 0 ? INSERT_ENTRIES_WITH_LOTS : INSERT_ENTRIES, values, {
    failed: (error) => (violatedConstraint(error) === 'journal_entries_open_period' ? periodClosed(scope.now) : error),
  });
}

/** An array for each entry, as text: Postgres has no arrays of arrays of different lengths. */
function postingColumns(entries: readonly JournalEntry[]): (string | null)[][] {
  const each = (value: (posting: Posting) => string | null): string[] => entries.map(({ postings }) => arrayText(postings.map(value)));
  return [
    each(({ account }) => account.type),
    each(({ account }) => account.id),
    each(({ assetId }) => assetId),
    each(({ account }) => account.bucket),
    each(({ amount }) => amount.toFixed()),
    entries.map(({ postings }) =>
      postings.some(({ holdReference }) => holdReference)
        ? arrayText(postings.map(({ holdReference }) => (holdReference ? quoted(holdReference) : null)))
        : null,
    ),
  ];
}

const arrayText = (values: readonly (string | null)[]): string => `{${values.map((value) => value ?? 'NULL').join()}}`;
const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;

function lotColumns(lots: readonly LotCreation[]): unknown[] {
  return [
    lots.map(({ lot }) => lot.id),
    lots.map(({ programId }) => programId),
    lots.map(({ assetId }) => assetId),
    lots.map(({ holder }) => holder.type),
    lots.map(({ holder }) => holder.id),
    lots.map(({ lot }) => lot.amount.toFixed()),
    lots.map(({ lot }) => lot.bucket),
    lots.map(({ lot }) => lot.provisional),
    lots.map(({ lot }) => lot.parentId),
    lots.map(({ entryId }) => entryId),
    lots.map(({ lot }) => lot.earnedAt),
    lots.map(({ lot }) => lot.maturesAt),
    lots.map(({ lot }) => lot.expiresAt),
  ];
}

function lotPostingColumns(parts: readonly { entry: JournalEntry; line: number; part: number; lot: LotLine }[]): unknown[] {
  return [
    parts.map(({ entry }) => entry.id),
    parts.map(({ line }) => line),
    parts.map(({ part }) => part),
    parts.map(({ lot }) => lot.lotId),
    parts.map(({ lot }) => lot.amount.toFixed()),
  ];
}

const call = (routine: string, types: readonly string[]): string =>
  `SELECT ${routine}(${types.map((type, index) => `$${index + 1}::${type}`).join()})`;
const ENTRY = 'uuid timestamptz uuid[] uuid[] text[] text[] text[] uuid[] uuid[] int[] text[] text[] text[] text[] text[] text[]'.split(
  ' ',
);
const LOT = 'uuid[] uuid[] uuid[] text[] uuid[] numeric[] text[] boolean[] uuid[] uuid[] timestamptz[] timestamptz[] timestamptz[]'.split(
  ' ',
);
const LOT_POSTING = 'uuid[] smallint[] int[] uuid[] numeric[]'.split(' ');
const INSERT_ENTRIES = call('insert_entries', ENTRY);
/** One statement, because the database checks an entry together with its lots. */
const INSERT_ENTRIES_WITH_LOTS = call('insert_entries_with_lots', [...ENTRY, ...LOT, ...LOT_POSTING]);

function grantOverdrafts(tx: Tx, scope: CommitScope, { overdrafts, entries }: Decision): void {
  const holders = new Map(entries.flatMap((entry) => entry.postings.map((posting) => [posting.account.id, posting.account.type])));
  tx.send(
    `INSERT INTO balances (organization_id, program_id, asset_id, account_type, account_id, overdraft_limit)
     SELECT $1, program_id, asset_id, account_type, account_id, max("limit")
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::numeric[]) AS grants (program_id, asset_id, account_type, account_id, "limit")
     GROUP BY program_id, asset_id, account_type, account_id
     ON CONFLICT (organization_id, account_id, program_id, asset_id)
     DO UPDATE SET overdraft_limit = greatest(balances.overdraft_limit, EXCLUDED.overdraft_limit)`,
    [
      scope.organizationId,
      overdrafts.map((grant) => grant.programId),
      overdrafts.map((grant) => grant.assetId),
      overdrafts.map((grant) => holders.get(grant.accountId) ?? null),
      overdrafts.map((grant) => grant.accountId),
      overdrafts.map((grant) => grant.limit.toFixed()),
    ],
  );
}
