/** Reads a program's past in stretches: its events in processing order, and all journal entries of the same time. */
import type { Account, AccountType, Bucket } from '@/domain/ledger/accounts';
import type { EntryType, Posting } from '@/domain/ledger/entry';
import type { Lot, LotLine } from '@/domain/ledger/lots';
import { amountOf } from '@/domain/money';
import type { RecordedEntry, RecordedEvent, RecordedStretch } from '@/domain/backtests/record';
import type { JsonObject } from '@/domain/rules/activation';
import { statement } from '../transaction';
import { LOT_COLUMNS, lotOf, type LotRow } from './lot-rows';

export interface HistoryScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly from: Date;
  readonly to: Date;
  /** The participants whose events are replayed; null: everybody's. */
  readonly participantIds: readonly string[] | null;
}

/** Conditions for finished events on a row `e` of events, with the parameters of `scopeValues`. */
const IN_WINDOW = `e.organization_id = $1 AND e.program_id = $2 AND e.processed_at >= $3 AND e.processed_at < $4 AND e.status IN ('COMPLETED', 'FAILED')`;
export const TRIED_EVENTS = `${IN_WINDOW} AND ($5::uuid[] IS NULL OR e.participant_id = ANY ($5))`;
export const scopeValues = ({ organizationId, programId, from, to, participantIds }: HistoryScope): unknown[] => [
  organizationId,
  programId,
  from,
  to,
  participantIds,
];

export async function countEvents({ organizationId, programId, from, to }: HistoryScope): Promise<number> {
  const [row] = await statement<{ total: number }>(`SELECT count(*)::int AS total FROM events e WHERE ${IN_WINDOW}`, [
    organizationId,
    programId,
    from,
    to,
  ]);
  return row!.total;
}

export interface LoadedStretch extends RecordedStretch {
  /** Where the next stretch begins; null after the last. */
  readonly next: Date | null;
}

/** Loads about `limit` events from `begin` on; events of the same instant stay together. */
export async function loadStretch(scope: HistoryScope, begin: Date, limit: number): Promise<LoadedStretch> {
  const events = await loadEvents({ ...scope, from: begin }, limit);
  const next = events.length < limit ? null : new Date(events.at(-1)!.processedAt.getTime() + 1);
  const end = next ?? scope.to;
  const tried = new Set(events.filter(({ participantId }) => isTried(scope, participantId)).map(({ id }) => id));
  const rows = await loadPostings(scope, begin, end);
  const [own, others] = [new Set<string>(), new Set<string>()];
  for (const row of rows) (row.event_id !== null && tried.has(row.event_id) ? own : others).add(row.id);
  const lines = await loadLines(scope, [...others]);
  const named = [...new Set([...lines.values()].flat().flatMap(({ lotId }) => lotId ?? []))];
  return {
    events,
    entries: entriesOf(rows, lines),
    lots: await loadMadeLots(scope, named),
    madeLots: await loadLotsMadeBy(scope, [...own]),
    next,
  };
}

export const isTried = ({ participantIds }: HistoryScope, participantId: string | null): boolean =>
  participantIds === null || (participantId !== null && participantIds.includes(participantId));

interface EventRow {
  id: string;
  sequence: number;
  event_type: 'EXTERNAL' | 'SYSTEM';
  participant_id: string | null;
  recipient_id: string | null;
  event_data: JsonObject;
  event_timestamp: Date;
  received_at: Date;
  processed_at: Date;
  depth: number;
  automation_id: string | null;
  status: 'COMPLETED' | 'FAILED';
  error_code: string | null;
}

async function loadEvents({ organizationId, programId, from, to }: HistoryScope, limit: number): Promise<RecordedEvent[]> {
  const rows = await statement<EventRow>(
    `SELECT e.id, e.sequence, e.event_type, e.participant_id, e.recipient_id, e.event_data, e.event_timestamp, e.received_at, e.processed_at, e.depth, e.automation_id, e.status, e.error_code
     FROM events e WHERE ${IN_WINDOW} ORDER BY e.processed_at FETCH FIRST $5 ROWS WITH TIES`,
    [organizationId, programId, from, to, limit],
  );
  return rows.map((row) => ({
    id: row.id,
    sequence: row.sequence,
    event_type: row.event_type,
    event_timestamp: row.event_timestamp,
    received_at: row.received_at,
    participantId: row.participant_id,
    recipientId: row.recipient_id,
    data: row.event_data,
    timestamp: row.event_timestamp,
    depth: row.depth,
    automationId: row.automation_id,
    processedAt: row.processed_at,
    error: row.status === 'FAILED' ? { code: row.error_code } : null,
  }));
}

interface PostingRow {
  id: string;
  sequence: number;
  type: EntryType;
  created_at: Date;
  event_id: string | null;
  rule_id: string | null;
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
    `SELECT e.id, e.sequence, e.type, e.created_at, e.event_id, e.rule_id, p.line, p.asset_id, p.account_type, p.account_id, p.bucket, p.hold_reference, p.amount
     FROM journal_entries e CROSS JOIN LATERAL postings_of(e) p
     WHERE e.organization_id = $1 AND e.program_id = $2 AND e.id >= first_id_at($3::timestamptz) AND e.id < first_id_at($4::timestamptz)
     ORDER BY e.sequence, p.line`,
    [organizationId, programId, from, to],
  );
}

function entriesOf(rows: readonly PostingRow[], lines: ReadonlyMap<string, LotLine[]>): RecordedEntry[] {
  return [...Map.groupBy(rows, ({ id }) => id).values()].map((own): RecordedEntry => {
    const { id, sequence, type, created_at, event_id, rule_id } = own[0]!;
    return {
      id,
      sequence,
      type,
      at: created_at,
      eventId: event_id,
      ruleId: rule_id,
      postings: own.map((row) => postingOf(row, lines.get(`${id}/${row.line}`))),
    };
  });
}

function postingOf(
  { asset_id, account_type, account_id, bucket, hold_reference, amount }: PostingRow,
  lots: readonly LotLine[] | undefined,
): Posting {
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
