/** Reads a program's past in stretches: its events in processing order, and all journal entries of the same time. */
import { only, present } from '@/domain/assert';
import type { Account, AccountType, Bucket } from '@/domain/ledger/accounts';
import type { EntryType, Posting } from '@/domain/ledger/entry';
import type { Lot, LotLine } from '@/domain/ledger/lots';
import { amountOf } from '@/domain/money';
import type { RecordedEntry, RecordedEvent, RecordedStretch } from '@/domain/backtests/record';
import type { AppliedCode, JsonRecord } from '@/domain/rules/activation';
import { APPLIED_CODES } from '@/server/db/repositories/codes/applied-codes';
import { timeOfId } from '@/server/platform/ids';
import { statement } from '@/server/db/transaction';
import { LOT_COLUMNS, lotOf, type LotRow } from '@/server/db/repositories/ledger/lot-rows';
import { processedWithin } from '@/server/db/repositories/events/processed-events';

export interface HistoryScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly from: Date;
  readonly to: Date;
  /** The participants whose events are replayed; null: everybody's. */
  readonly participantIds: readonly string[] | null;
}

const WINDOW = { from: '$3::timestamptz', to: '$4::timestamptz', which: 'e.program_id = $2' };
/** Finished events of the scope, with the parameters of `scopeValues`. */
const EVENTS = processedWithin(WINDOW);
const OF_TRIED = '($5::uuid[] IS NULL OR e.participant_id = ANY ($5))';
export const TRIED_EVENTS = processedWithin({ ...WINDOW, which: `${WINDOW.which} AND ${OF_TRIED}` });
/** Whether the event with this id is one of them. */
export const isTriedEvent = (id: string): string => `EXISTS (
  SELECT 1 FROM events e JOIN event_outcomes o ON o.organization_id = e.organization_id AND o.event_id = e.id
  WHERE e.organization_id = $1 AND e.id = ${id} AND e.program_id = $2 AND o.processed_at >= $3 AND o.processed_at < $4 AND ${OF_TRIED} OFFSET 0)`;
export const scopeValues = ({ organizationId, programId, from, to, participantIds }: HistoryScope): unknown[] => [
  organizationId,
  programId,
  from,
  to,
  participantIds,
];

export async function countEvents({ organizationId, programId, from, to }: HistoryScope): Promise<number> {
  const row = only(
    await statement<{ total: number }>(`SELECT count(*)::int AS total FROM ${EVENTS} e`, [organizationId, programId, from, to]),
  );
  return row.total;
}

/** A part of the window that can be loaded at once. */
export interface Stretch {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The first and last id of its events that did not wait long; null when there are none. */
  readonly first: string | null;
  readonly last: string | null;
}

/** Divides the window into stretches of about `limit` events, and counts these; events of the same instant stay together. */
export async function planStretches(scope: HistoryScope, limit: number): Promise<{ total: number; stretches: Stretch[] }> {
  const rows = await statement<{ begins: Date; events: number; first: string | null; last: string | null }>(
    `SELECT min(processed_at) AS begins, count(*)::int AS events, (array_agg(id ORDER BY id) FILTER (WHERE NOT late))[1] AS first,
       (array_agg(id ORDER BY id DESC) FILTER (WHERE NOT late))[1] AS last
     FROM (SELECT id, processed_at, late, (rank() OVER (ORDER BY processed_at) - 1) / $5::int AS part FROM ${EVENTS} e) AS ranked
     GROUP BY part ORDER BY part`,
    [scope.organizationId, scope.programId, scope.from, scope.to, limit],
  );
  const stretches = rows.map(({ begins, first, last }, index) => ({
    from: index === 0 ? scope.from : begins,
    to: rows[index + 1]?.begins ?? scope.to,
    first,
    last,
  }));
  return {
    total: rows.reduce((sum, { events }) => sum + events, 0),
    stretches: stretches.length > 0 ? stretches : [{ from: scope.from, to: scope.to, first: null, last: null }],
  };
}

export async function loadStretch(scope: HistoryScope, stretch: Stretch): Promise<RecordedStretch> {
  const events = await loadEvents(scope, stretch);
  const tried = new Set(events.filter(({ participantId }) => isTried(scope, participantId)).map(({ id }) => id));
  const rows = await loadPostings(scope, stretch.from, stretch.to);
  const [own, others] = [new Set<string>(), new Set<string>()];
  for (const row of rows) (row.event_id !== null && tried.has(row.event_id) ? own : others).add(row.id);
  const lines = await loadLines(scope, [...others]);
  const named = [...new Set([...lines.values()].flat().flatMap(({ lotId }) => lotId ?? []))];
  return {
    events,
    entries: entriesOf(rows, lines),
    lots: await loadMadeLots(scope, named),
    madeLots: await loadLotsMadeBy(scope, [...own]),
  };
}

export const isTried = ({ participantIds }: HistoryScope, participantId: string | null): boolean =>
  participantIds === null || (participantId !== null && participantIds.includes(participantId));

interface EventRow {
  id: string;
  event_type: 'EXTERNAL' | 'SYSTEM';
  participant_id: string | null;
  recipient_id: string | null;
  event_data: JsonRecord;
  event_timestamp: Date;
  processed_at: Date;
  depth: number;
  automation_id: string | null;
  /** Those that applied. */
  codes: AppliedCode[] | null;
  status: 'COMPLETED' | 'FAILED';
  error_code: string | null;
}

const EVENTS_OF_STRETCH = processedWithin({ ...WINDOW, ids: { first: '$5::uuid', last: '$6::uuid' } });

export async function loadEvents(
  { organizationId, programId }: HistoryScope,
  { from, to, first, last }: Stretch,
): Promise<RecordedEvent[]> {
  const rows = await statement<EventRow>(
    `SELECT e.id, e.event_type, e.participant_id, e.recipient_id, e.event_data, e.event_timestamp, e.processed_at, e.depth, e.automation_id, ${APPLIED_CODES} AS codes, e.status, e.error_code
     FROM ${EVENTS_OF_STRETCH} e ORDER BY e.processed_at, e.id`,
    [organizationId, programId, from, to, first, last],
  );
  return rows.map(recordedEventOf);
}

/** A row of an event and its outcome, as it was recorded. */
export const recordedEventOf = <Data>(
  row: Omit<EventRow, 'event_data'> & { event_data: Data },
): Omit<RecordedEvent, 'data'> & { data: Data } => ({
  id: row.id,
  event_type: row.event_type,
  event_timestamp: row.event_timestamp,
  received_at: timeOfId(row.id),
  participantId: row.participant_id,
  recipientId: row.recipient_id,
  data: row.event_data,
  timestamp: row.event_timestamp,
  depth: row.depth,
  automationId: row.automation_id,
  codes: row.codes && { applied: row.codes },
  processedAt: row.processed_at,
  error: row.status === 'FAILED' ? { code: row.error_code } : null,
});

interface PostingRow {
  id: string;
  sequence: number;
  type: EntryType;
  created_at: Date;
  event_id: string | null;
  rule_id: string | null;
  reference_id: string | null;
  line: number;
  asset_id: string;
  account_type: AccountType;
  account_id: string;
  bucket: Bucket | null;
  hold_reference: string | null;
  amount: string;
}

function loadPostings({ organizationId, programId }: HistoryScope, from: Date, to: Date): Promise<PostingRow[]> {
  return statement<PostingRow>(
    `SELECT e.id, e.sequence, e.type, e.created_at, e.event_id, e.rule_id, e.reference_id, p.line, p.asset_id, p.account_type, p.account_id, p.bucket, p.hold_reference, p.amount
     FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p
     WHERE e.organization_id = $1 AND e.program_id = $2 AND e.id >= first_id_at($3::timestamptz) AND e.id < first_id_at($4::timestamptz)
     ORDER BY e.sequence, p.line`,
    [organizationId, programId, from, to],
  );
}

function entriesOf(rows: readonly PostingRow[], lines: ReadonlyMap<string, LotLine[]>): RecordedEntry[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own): RecordedEntry => {
    const { id, sequence, type, created_at, event_id, rule_id, reference_id } = present(own[0], 'a group has the row that it was made for');
    return {
      id,
      sequence,
      type,
      at: created_at,
      eventId: event_id,
      ruleId: rule_id,
      referenceId: reference_id,
      postings: own.map((row) => postingOf(row, lines.get(`${id}/${row.line}`))),
    };
  });
}

function postingOf(
  { asset_id, account_type, account_id, bucket, hold_reference, amount }: PostingRow,
  lots: readonly LotLine[] | undefined,
): Posting {
  // The columns of a posting were written from an account.
  const account = { type: account_type, id: account_id, bucket } as Account;
  return { assetId: asset_id, account, amount: amountOf(amount), holdReference: hold_reference, ...(lots && { lots }) };
}

async function loadLines({ organizationId }: HistoryScope, entryIds: readonly string[]): Promise<Map<string, LotLine[]>> {
  if (entryIds.length === 0) return new Map();
  const rows = await statement<{ entry_id: string; line: number; lot_id: string | null; amount: string }>(
    `SELECT entry_id, line, lot_id, amount FROM lot_postings WHERE organization_id = $1 AND entry_id = ANY ($2::uuid[]) ORDER BY entry_id, line, part`,
    [organizationId, entryIds],
  );
  const grouped = Map.groupBy(rows, ({ entry_id, line }) => `${entry_id}/${line}`);
  return new Map([...grouped].map(([key, own]) => [key, own.map(({ lot_id, amount }) => ({ lotId: lot_id, amount: amountOf(amount) }))]));
}

async function loadMadeLots({ organizationId }: HistoryScope, ids: readonly string[]): Promise<Map<string, Lot>> {
  if (ids.length === 0) return new Map();
  const rows = await statement<LotRow>(`SELECT ${LOT_COLUMNS} FROM lots l WHERE organization_id = $1 AND id = ANY ($2::uuid[])`, [
    organizationId,
    ids,
  ]);
  return new Map(rows.map((row): [string, Lot] => [row.id, lotOf(row, amountOf(row.amount))]));
}

async function loadLotsMadeBy({ organizationId }: HistoryScope, entryIds: readonly string[]): Promise<Map<string, string[]>> {
  if (entryIds.length === 0) return new Map();
  const rows = await statement<{ id: string; entry_id: string }>(
    `SELECT id, entry_id FROM lots WHERE organization_id = $1 AND entry_id = ANY ($2::uuid[]) ORDER BY id`,
    [organizationId, entryIds],
  );
  return new Map([...Map.groupBy(rows, ({ entry_id }) => entry_id)].map(([id, own]) => [id, own.map((row) => row.id)]));
}
