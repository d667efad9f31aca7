/**
 * Writes a Decision in the caller's transaction: entries, postings, overdraft grants, transfers, budget use, state
 * changes and webhooks, including those that announce changes of tier level. The database rejects entries that do
 * not balance and updates the cached balances itself.
 */
import type { Decision, LotCreation } from '@/domain/decision';
import type { JournalEntry } from '@/domain/ledger/entry';
import type { LotLine } from '@/domain/ledger/lots';
import { periodClosed } from '@/domain/ledger/period';
import { tierWebhooks } from '@/domain/tiers/announce';
import { logEntries, type Origin } from './origin';
import { insertBroadcasts } from './repositories/broadcasts';
import { recordBudgetUse } from './repositories/budgets';
import { changeState } from './repositories/subject-state';
import { insertSystemEvents } from './repositories/system-events';
import { insertTransfers } from './repositories/transfers';
import { violatedConstraint, type Tx } from './transaction';
import { insertWebhooks } from './webhook-writing';

/** The organization that the decision is for, and when it was made on that organization's clock. */
export interface CommitScope extends Origin {
  readonly organizationId: string;
  readonly now: Date;
}

export async function commitDecision(tx: Tx, scope: CommitScope, decision: Decision): Promise<void> {
  if (decision.overdrafts.length > 0) await grantOverdrafts(tx, scope, decision);
  if (decision.entries.length > 0) await insertEntries(tx, scope, decision);
  if (decision.transfers.length > 0) await insertTransfers(tx, scope, decision.transfers);
  if (decision.budgets.length > 0) await recordBudgetUse(tx, scope, decision.budgets);
  if (decision.events.length > 0) await insertSystemEvents(tx, scope, decision.events);
  if (decision.broadcasts.length > 0) await insertBroadcasts(tx, scope, decision.broadcasts);
  const webhooks = [...decision.webhooks, ...tierWebhooks(scope.organizationId, await changeState(tx, scope, decision.state))];
  if (webhooks.length > 0) await insertWebhooks(tx, scope, webhooks, decision.entries);
}

async function insertEntries(tx: Tx, scope: CommitScope, { entries, lots }: Decision): Promise<void> {
  tx.afterCommit(() => logEntries(scope, scope.organizationId, entries));
  const lines = entries.flatMap((entry) => entry.postings.map((posting, line) => ({ entry, posting, line })));
  const parts = lines.flatMap(({ entry, posting, line }) => (posting.lots ?? []).map((lot, part) => ({ entry, line, part, lot })));
  const inserted = tx.query(parts.length + lots.length > 0 ? INSERT_ENTRIES_WITH_LOTS : INSERT_ENTRIES, [
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
    lines.map(({ entry }) => entry.id),
    lines.map(({ line }) => line),
    lines.map(({ entry }) => entry.programId),
    lines.map(({ posting }) => posting.assetId),
    lines.map(({ posting }) => posting.account.type),
    lines.map(({ posting }) => posting.account.id),
    lines.map(({ posting }) => posting.account.bucket),
    lines.map(({ posting }) => posting.holdReference ?? null),
    lines.map(({ posting }) => posting.amount.toFixed()),
    ...(parts.length + lots.length > 0 ? [...lotColumns(lots), ...lotPostingColumns(parts)] : []),
  ]);
  await inserted.catch((error: unknown) => {
    throw violatedConstraint(error) === 'journal_entries_open_period' ? periodClosed(scope.now) : error;
  });
}

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

const ENTRIES = `
    INSERT INTO journal_entries (organization_id, created_at, id, program_id, type, description, reference_id, event_id, rule_id, rule_version)
    SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[], $9::uuid[], $10::int[])`;
const POSTINGS = `
    INSERT INTO postings (organization_id, created_at, entry_id, line, program_id, asset_id, account_type, account_id, bucket, hold_reference, amount)
    SELECT $1, $2, * FROM unnest($11::uuid[], $12::smallint[], $13::uuid[], $14::uuid[], $15::text[], $16::uuid[], $17::text[], $18::text[], $19::numeric[])`;

/** One statement, because the database checks an entry together with its postings and lots. */
const INSERT_ENTRIES = `WITH entries AS (${ENTRIES}) ${POSTINGS}`;
const INSERT_ENTRIES_WITH_LOTS = `
  WITH entries AS (${ENTRIES}), lines AS (${POSTINGS}), new_lots AS (
    INSERT INTO lots (organization_id, id, program_id, asset_id, account_type, account_id, amount, bucket, provisional, parent_id, entry_id, created_at, matures_at, expires_at)
    SELECT $1, * FROM unnest($20::uuid[], $21::uuid[], $22::uuid[], $23::text[], $24::uuid[], $25::numeric[], $26::text[], $27::boolean[], $28::uuid[], $29::uuid[],
      $30::timestamptz[], $31::timestamptz[], $32::timestamptz[])
  )
  INSERT INTO lot_postings (organization_id, entry_id, line, part, lot_id, amount)
  SELECT $1, * FROM unnest($33::uuid[], $34::smallint[], $35::int[], $36::uuid[], $37::numeric[])`;

async function grantOverdrafts(tx: Tx, scope: CommitScope, { overdrafts, entries }: Decision): Promise<void> {
  const holders = new Map(entries.flatMap((entry) => entry.postings.map((posting) => [posting.account.id, posting.account.type])));
  await tx.query(
    `INSERT INTO balances (organization_id, program_id, asset_id, account_type, account_id, overdraft_limit)
     SELECT $1, program_id, asset_id, account_type, account_id, max("limit")
     FROM unnest($2::uuid[], $3::uuid[], $4::text[], $5::uuid[], $6::numeric[]) AS grants (program_id, asset_id, account_type, account_id, "limit")
     GROUP BY program_id, asset_id, account_type, account_id
     ON CONFLICT (account_id, program_id, asset_id)
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
