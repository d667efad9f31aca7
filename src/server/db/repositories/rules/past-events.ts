/**
 * Reads past events of a program, as they are needed to estimate what a rule costs: drawn at random, page by page, or the latest ones. An
 * event counts once it has been processed, and belongs to a window by the time at which it was received.
 */
import { only } from '@/domain/assert';
import type { RecordedEvent } from '@/domain/backtests/record';
import type { AppliedCode, JsonRecord } from '@/domain/rules/activation';
import { APPLIED_CODES } from '@/server/db/repositories/codes/applied-codes';
import { recordedEventOf } from '@/server/db/repositories/backtests/backtest-history';
import { statement } from '@/server/db/transaction';

export interface PastScope {
  readonly organizationId: string;
  readonly programId: string;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  /** The values of `event.type` whose events are read with their data; null: all. */
  readonly eventTypes: readonly string[] | null;
}

/** An event; one without data is of another type than those asked for. */
export type PastEvent = Omit<RecordedEvent, 'data'> & { readonly data: JsonRecord | null; readonly externalId: string | null };

interface PastEventRow {
  id: string;
  event_type: 'EXTERNAL' | 'SYSTEM';
  participant_id: string | null;
  recipient_id: string | null;
  external_id: string | null;
  event_data: JsonRecord | null;
  event_timestamp: Date;
  processed_at: Date;
  depth: number;
  automation_id: string | null;
  codes: AppliedCode[] | null;
  error_code: string | null;
  status: 'COMPLETED' | 'FAILED';
}

const OF_WINDOW = `e.organization_id = $1 AND e.program_id = $2 AND e.id >= first_id_at($3::timestamptz) AND e.id < first_id_at($4::timestamptz)`;
const OUTCOMES = `event_outcomes o ON o.organization_id = $1 AND o.event_id = e.id`;
const COLUMNS = `e.id, e.event_type, e.participant_id, e.recipient_id, e.external_id,
       CASE WHEN $5::text[] IS NULL OR e.event_data ->> 'type' = ANY ($5) THEN e.event_data END AS event_data,
       e.event_timestamp, o.processed_at, e.depth, e.automation_id, ${APPLIED_CODES} AS codes, o.error_code, o.status`;

const valuesOf = ({ organizationId, programId, from, to, eventTypes }: PastScope): unknown[] => [
  organizationId,
  programId,
  from,
  to,
  eventTypes,
];

const eventOf = (row: PastEventRow): PastEvent => ({ ...recordedEventOf(row), externalId: row.external_id });

/** How many events were received in the window. */
export async function countPastEvents({ organizationId, programId, from, to }: PastScope): Promise<number> {
  const counted = await statement<{ events: number }>(`SELECT count(*)::int AS events FROM events e WHERE ${OF_WINDOW}`, [
    organizationId,
    programId,
    from,
    to,
  ]);
  return only(counted).events;
}

const NUMBERS = 2 ** 24;
/** Spreads ids evenly over as many numbers, whatever they were made of. */
const spread = (id: string): string => `(uuid_hash(${id}) & 16777215)`;
const numberBelow = (share: number): number => Math.ceil(Math.min(1, share) * NUMBERS);

/**
 * About this share of the events of the window, in random order: whatever part of them is looked at is a random sample, too. Only their ids are
 * read of all events, and the rest one by one.
 */
export async function drawPastEvents(scope: PastScope, share: number, limit: number): Promise<PastEvent[]> {
  const rows = await statement<PastEventRow>(
    `WITH drawn AS MATERIALIZED (
       SELECT e.id FROM events e WHERE ${OF_WINDOW} AND ${spread('e.id')} < $6::int ORDER BY ${spread('e.id')}, e.id LIMIT $7
     )
     SELECT found.* FROM drawn CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM events e JOIN ${OUTCOMES} WHERE e.organization_id = $1 AND e.id = drawn.id OFFSET 0
     ) found ORDER BY ${spread('found.id')}, found.id`,
    [...valuesOf(scope), numberBelow(share), limit],
  );
  return rows.map(eventOf);
}

/** The next events of the window. @param after the id of the last one read; null: from the first on. */
export async function readPastEvents(scope: PastScope, after: string | null, limit: number): Promise<PastEvent[]> {
  const rows = await statement<PastEventRow>(
    `SELECT ${COLUMNS} FROM events e JOIN ${OUTCOMES}
     WHERE ${OF_WINDOW} AND ($6::uuid IS NULL OR e.id > $6) ORDER BY e.id LIMIT $7`,
    [...valuesOf(scope), after, limit],
  );
  return rows.map(eventOf);
}

/** The latest events of the window, latest first. @param before the id of the last one read; null: from the end on. */
export async function readLatestEvents(scope: PastScope, before: string | null, limit: number): Promise<PastEvent[]> {
  const rows = await statement<PastEventRow>(
    `SELECT ${COLUMNS} FROM events e JOIN ${OUTCOMES}
     WHERE ${OF_WINDOW} AND ($6::uuid IS NULL OR e.id < $6) ORDER BY e.id DESC LIMIT $7`,
    [...valuesOf(scope), before, limit],
  );
  return rows.map(eventOf);
}

/** The last event read; by participant, everything of those before has been read, too. */
export interface PastPosition {
  readonly participantId: string | null;
  readonly eventId: string | null;
}

/** The events of the window about these participants, one after the other in this order. */
export async function readEventsOf(
  scope: PastScope,
  participantIds: readonly string[],
  after: PastPosition | null,
  limit: number,
): Promise<PastEvent[]> {
  const rows = await statement<PastEventRow>(
    `SELECT found.* FROM unnest($6::uuid[]) WITH ORDINALITY AS asked (id, place) CROSS JOIN LATERAL (
       SELECT ${COLUMNS} FROM events e JOIN ${OUTCOMES}
       WHERE ${OF_WINDOW} AND e.participant_id = asked.id AND (asked.id IS DISTINCT FROM $7::uuid OR $8::uuid IS NULL OR e.id > $8) OFFSET 0
     ) found ORDER BY asked.place, found.id LIMIT $9`,
    [...valuesOf(scope), participantIds, after?.participantId ?? null, after?.eventId ?? null, limit],
  );
  return rows.map(eventOf);
}

type OfProgram = Pick<PastScope, 'organizationId' | 'programId'>;

export async function countEnrolled({ organizationId, programId }: OfProgram): Promise<number> {
  const counted = await statement<{ participants: number }>(
    'SELECT count(*)::int AS participants FROM program_participants WHERE organization_id = $1 AND program_id = $2',
    [organizationId, programId],
  );
  return only(counted).participants;
}

/** About this share of the participants of the program, in random order. */
export async function drawEnrolled({ organizationId, programId }: OfProgram, share: number, limit: number): Promise<string[]> {
  const rows = await statement<{ participant_id: string }>(
    `SELECT m.participant_id FROM program_participants m
     WHERE m.organization_id = $1 AND m.program_id = $2 AND ${spread('m.participant_id')} < $3::int
     ORDER BY ${spread('m.participant_id')}, m.participant_id LIMIT $4`,
    [organizationId, programId, numberBelow(share), limit],
  );
  return rows.map(({ participant_id }) => participant_id);
}

/** The next participants of the program. @param from the first that may be among them; null: from the first of all. */
export async function readEnrolled({ organizationId, programId }: OfProgram, from: string | null, limit: number): Promise<string[]> {
  const rows = await statement<{ participant_id: string }>(
    `SELECT participant_id FROM program_participants
     WHERE organization_id = $1 AND program_id = $2 AND ($3::uuid IS NULL OR participant_id >= $3) ORDER BY participant_id LIMIT $4`,
    [organizationId, programId, from, limit],
  );
  return rows.map(({ participant_id }) => participant_id);
}
