/**
 * Writes a Decision in the caller's transaction: entries, postings, overdraft grants, transfers, budget use, state
 * changes and webhooks, including those that announce changes of tier level. The database rejects entries that do
 * not balance and updates the cached balances itself.
 */
import type { Decision, LotCreation } from '@/domain/decision';
import type { JournalEntry, Posting } from '@/domain/ledger/entry';
import type { LotLine } from '@/domain/ledger/lots';
import { periodClosed } from '@/domain/ledger/period';
import { tierWebhooks } from '@/domain/tiers/announce';
import { logEntries, type Origin } from './origin';
import { insertBroadcasts } from './repositories/broadcasts';
import { recordBudgetUse } from './repositories/budgets';
import { changeState } from './repositories/subject-state';
import { sendSystemEvents } from './repositories/system-events';
import { insertTransfers } from './repositories/transfers';
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
  if (decision.budgets.length > 0) recordBudgetUse(tx, scope, decision.budgets);
  if (decision.events.length > 0) sendSystemEvents(tx, scope, decision.events);
  if (decision.broadcasts.length > 0) insertBroadcasts(tx, scope, decision.broadcasts);
  const webhooks = [...decision.webhooks, ...tierWebhooks(scope.organizationId, await changeState(tx, scope, decision.state))];
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

/** One statement, because the database checks an entry together with its lots. */
const INSERT_ENTRIES = `
    INSERT INTO journal_entries (organization_id, created_at, id, program_id, type, description, reference_id, event_id, rule_id, rule_version,
      account_types, accounts, assets, buckets, amounts, hold_references)
    SELECT $1, $2, id, program_id, type, description, reference_id, event_id, rule_id, rule_version, account_types::text[], accounts::uuid[],
      assets::uuid[], buckets::text[], amounts::numeric[], hold_references::text[]
    FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::uuid[], $10::int[],
      $11::text[], $12::text[], $13::text[], $14::text[], $15::text[], $16::text[])
      AS entry (id, program_id, type, description, reference_id, event_id, rule_id, rule_version,
        account_types, accounts, assets, buckets, amounts, hold_references)`;
const INSERT_ENTRIES_WITH_LOTS = `
  WITH entries AS (${INSERT_ENTRIES}), new_lots AS (
    INSERT INTO lots (organization_id, id, program_id, asset_id, account_type, account_id, amount, bucket, provisional, parent_id, entry_id, created_at, matures_at, expires_at)
    SELECT $1, * FROM unnest($17::uuid[], $18::uuid[], $19::uuid[], $20::text[], $21::uuid[], $22::numeric[], $23::text[], $24::boolean[], $25::uuid[], $26::uuid[],
      $27::timestamptz[], $28::timestamptz[], $29::timestamptz[])
  )
  INSERT INTO lot_postings (organization_id, entry_id, line, part, lot_id, amount)
  SELECT $1, * FROM unnest($30::uuid[], $31::smallint[], $32::int[], $33::uuid[], $34::numeric[])`;

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
