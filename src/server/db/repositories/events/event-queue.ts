/**
 * Keeps events in the queue from their arrival to their end: stores them with their place in it, claims a batch of a program in order, and
 * records how each ended. Only one worker at a time holds a slot of a program, or all of it, and all events of a participant are in one slot,
 * which preserves their order.
 */
import { identityKey, type AdmittedEvent, type EventIdentity } from '@/domain/events/admission';
import { inOrder, type QueuedEvent } from '@/domain/events/order';
import type { JsonRecord } from '@/domain/rules/activation';
import type { KeptEvaluation } from '@/domain/rules/kept-evaluation';
import { requestOfUuid, timeOfId, uuidOfRequest } from '@/server/platform/ids';
import type { Partitioned } from '@/server/db/partitions';
import { LOCK_NOT_AVAILABLE, sqlState, type Tx } from '@/server/db/transaction';
import { whereLastOfKey } from '@/server/db/unique-key';
import { EVENT_COLUMNS, EVENT_FACTS, eventRow, WITH_OUTCOME, type EventRow, type StoredEvent } from './event-records';

/** Events that already have these identities, by identity. */
export async function findEventsByIdentity(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  identities: readonly EventIdentity[],
): Promise<Map<string, EventRow>> {
  const rows = await tx.query<StoredEvent>(
    `SELECT ${EVENT_COLUMNS} FROM unnest($2::uuid[], $3::text[]) AS identity (program_id, idempotency_key)
     CROSS JOIN LATERAL (
       SELECT * FROM events stored
       WHERE organization_id = $1 AND program_id = identity.program_id AND ${whereLastOfKey('stored.idempotency_key', 'identity.idempotency_key')}
     ) e
     ${WITH_OUTCOME}`,
    [organizationId, identities.map((identity) => identity.programId), identities.map((identity) => identity.idempotencyKey)],
  );
  return byIdentity(rows);
}

const byIdentity = (rows: readonly StoredEvent[]): Map<string, EventRow> =>
  new Map(rows.map((row) => [identityKey({ programId: row.program_id, idempotencyKey: row.idempotency_key }), eventRow(row)]));

/** Queues the rows of `made`, which are events just inserted. @param dueAt SQL over its columns. */
export const queueMade = (dueAt: string): string => `
  INSERT INTO event_queue (organization_id, program_id, lane, due_at, id, participant_id)
  SELECT organization_id, program_id, slot_of(participant_id), ${dueAt}, id, participant_id FROM made`;

/** An array for each column of events that were sent, from the id to the codes. */
export const eventValues = (events: readonly (Omit<AdmittedEvent, 'requestId'> & { readonly requestId: string | null })[]): unknown[][] => [
  events.map((event) => event.id),
  events.map((event) => event.programId),
  events.map((event) => event.participantId),
  events.map((event) => event.recipientId),
  events.map((event) => event.externalId),
  events.map((event) => JSON.stringify(event.eventData)),
  events.map((event) => event.idempotencyKey),
  events.map((event) => event.eventTimestamp),
  events.map((event) => (event.requestId === null ? null : uuidOfRequest(event.requestId))),
  events.map((event) => event.codes && JSON.stringify(event.codes)),
];

/** Stores events, due at once, by identity. One that another transaction has just taken is left out of the result. */
export async function insertEvents(
  tx: Pick<Tx, 'query'>,
  { organizationId, now }: { organizationId: string; now: Date },
  events: readonly AdmittedEvent[],
): Promise<Map<string, EventRow>> {
  const rows = await tx.query<StoredEvent>(
    `WITH made AS (
       INSERT INTO events (organization_id, event_type, id, program_id, participant_id, recipient_id, external_id, event_data, idempotency_key, event_timestamp, request_id, codes)
       SELECT $1, 'EXTERNAL', * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::json[], $9::text[], $10::timestamptz[], $11::uuid[], $12::json[])
       ON CONFLICT (organization_id, program_id, idempotency_key) DO NOTHING
       RETURNING *
     ), queued AS (${queueMade('$2')})
     SELECT ${EVENT_FACTS}, NULL::json AS code_verdicts, 'PENDING' AS status, NULL AS error_code, NULL AS error_message, NULL::timestamptz AS processed_at, NULL::timestamptz AS requeued_at
     FROM made e`,
    [organizationId, now, ...eventValues(events)],
  );
  return byIdentity(rows);
}

/** Takes back the outcome of a FAILED event and queues it, due at once with all its retries. Null when there is no such FAILED event. */
export async function requeueEvent(tx: Tx, organizationId: string, id: string, now: Date): Promise<EventRow | null> {
  const [row] = await tx.query<StoredEvent>(
    `WITH failed AS (
       DELETE FROM event_outcomes WHERE organization_id = $1 AND event_id = $2 AND status = 'FAILED' RETURNING event_id
     ), again AS (
       SELECT e.* FROM failed JOIN events e ON e.organization_id = $1 AND e.id = failed.event_id
     ), queued AS (
       INSERT INTO event_queue (organization_id, program_id, lane, due_at, id, participant_id, requeued_at)
       SELECT organization_id, program_id, -1 - slot_of(participant_id), $3, id, participant_id, $3 FROM again
     )
     SELECT ${EVENT_FACTS}, NULL::json AS code_verdicts, 'PENDING' AS status, NULL AS error_code, NULL AS error_message, NULL::timestamptz AS processed_at, $3::timestamptz AS requeued_at
     FROM again e`,
    [organizationId, id, now],
  );
  return row ? eventRow(row) : null;
}

export interface QueuedProgram {
  readonly programId: string;
  readonly organizationId: string;
  /** The current time on the organization's clock. */
  readonly now: Date;
}

/** Where an event waits: together with its program, the key of its row in the queue. */
export interface QueuePlace {
  readonly id: string;
  readonly lane: number;
  readonly due_at: Date;
}

export interface ClaimedEvent extends QueuedEvent, QueuePlace {
  /** Null for an event about nobody. */
  participant_id: string | null;
  recipient_id: string | null;
  event_data: JsonRecord;
  /** Null for none. */
  codes: string[] | null;
  retry_count: number;
  depth: number;
  automation_id: string | null;
  /** The request that sent it, or that sent the event which caused it. */
  request_id: string | null;
}

/** A claimed event as its row has it. */
export type StoredClaim = Omit<ClaimedEvent, 'received_at'>;

export const claimed = (row: StoredClaim): ClaimedEvent => ({
  ...row,
  received_at: timeOfId(row.id),
  request_id: row.request_id && requestOfUuid(row.request_id),
});

export const SLOTS = 64;

/**
 * What a worker holds of a program's queue until its transaction ends: all of it, if need be after waiting for those who hold slots; up to
 * `most` of the slots that nobody holds, from slot `from` on; or those of them that have an event due.
 */
export type SlotHold =
  | { readonly of: 'PROGRAM'; readonly waits: boolean }
  | { readonly of: 'SLOTS'; readonly from: number; readonly most: number }
  | { readonly of: 'DUE_SLOTS' };

export const WHOLE: SlotHold = { of: 'PROGRAM', waits: false };
export const WHOLE_AWAITED: SlotHold = { of: 'PROGRAM', waits: true };

/** The slot of an event, which one that was queued again keeps. */
export const slotOf = ({ lane }: Pick<QueuePlace, 'lane'>): number => (lane < 0 ? -1 - lane : lane);

export interface EventClaim {
  readonly limit: number;
  /** Restricts the claim to this event. */
  readonly only?: QueuePlace;
  readonly hold: SlotHold;
}

/** Where the functions below leave the slots that are held. */
const HELD_SLOTS = 'lanes.slots';
const HOLD_PROGRAM = `SELECT hold_program($1::uuid, $2::uuid, ${SLOTS})`;
const AWAIT_PROGRAM = `SELECT await_program($1::uuid, $2::uuid, ${SLOTS})`;
const HOLD_SLOTS = `SELECT hold_slots($1::uuid, $2::uuid, ${SLOTS}, $3::int, $4::int)`;
const HOLD_DUE_SLOTS = 'SELECT hold_due_slots($1::uuid, $2::uuid, $3::timestamptz)';

async function lockQueue(tx: Tx, { organizationId, programId, now }: QueuedProgram, hold: SlotHold): Promise<void> {
  if (hold.of === 'SLOTS') await tx.query(HOLD_SLOTS, [organizationId, programId, hold.from, hold.most]);
  else if (hold.of === 'DUE_SLOTS') await tx.query(HOLD_DUE_SLOTS, [organizationId, programId, now]);
  else await tx.query(hold.waits ? AWAIT_PROGRAM : HOLD_PROGRAM, [organizationId, programId]);
}

/** The place of an event in the order of its program, as the domain's `inOrder` has it. */
const PLACE = `CASE e.event_type WHEN 'EXTERNAL' THEN time_of_id(e.id) ELSE e.event_timestamp END, e.event_type, e.id`;
const placeOf = (id: string): string => `(SELECT ${PLACE} FROM events e WHERE e.organization_id = $1 AND e.id = ${id})`;

/**
 * Whether an earlier event of the same participant as `q`, a row of the queue of organization `$1`, waits for its retry at `now`. Those that
 * do are few, in the counterpart of the slot: looked up there for each event, as a join might read the whole queue.
 */
export const heldBack = (now: string): string => `EXISTS (
  SELECT 1 FROM event_queue waiting
  WHERE waiting.organization_id = $1 AND waiting.program_id = q.program_id AND waiting.lane = CASE WHEN q.lane < 0 THEN q.lane ELSE -1 - q.lane END
    AND waiting.due_at > ${now} AND waiting.participant_id = q.participant_id AND waiting.retry_count > 0
    AND (SELECT ROW(${PLACE}) < ${placeOf('q.id')} FROM events e WHERE e.organization_id = $1 AND e.id = waiting.id) OFFSET 0)`;

/** Rows of the queue `q` of program `$2`. */
export const WAITING = `SELECT q.lane, q.due_at, q.id, q.retry_count FROM event_queue q WHERE q.organization_id = $1 AND q.program_id = $2`;
const READY = `q.due_at <= $3 AND NOT ${heldBack('$3')}`;

/**
 * The oldest ready events of the slots that are held. A few are read of every slot, and more of those slots only that had them all, as far as
 * the events already read are not old enough. The slots are an array, for which a plan is kept.
 */
const HELD = `held AS MATERIALIZED (SELECT string_to_array(current_setting('${HELD_SLOTS}'), ',')::int[] AS slots)`;
const OLDEST = `
  ${HELD}, first AS MATERIALIZED (
    SELECT q.* FROM held CROSS JOIN LATERAL unnest(held.slots) AS slot
    CROSS JOIN LATERAL (${WAITING} AND q.lane = slot AND ${READY} ORDER BY q.due_at, q.id LIMIT $5) AS q
  ), full_slots AS (
    SELECT lane, due_at, id FROM (SELECT *, row_number() OVER (PARTITION BY lane ORDER BY due_at, id) AS place FROM first) AS numbered WHERE place = $5
  ), bound AS (
    SELECT due_at FROM first ORDER BY due_at, id OFFSET $4 - 1 LIMIT 1
  ), chosen AS (
    SELECT * FROM first
    UNION ALL
    SELECT q.* FROM full_slots AS slot
    CROSS JOIN LATERAL (
      ${WAITING} AND q.lane = slot.lane AND (q.due_at, q.id) > (slot.due_at, slot.id) AND q.due_at <= coalesce((SELECT due_at FROM bound), $3) AND ${READY}
      ORDER BY q.due_at, q.id LIMIT $4) AS q
    UNION ALL
    ${WAITING} AND q.lane BETWEEN -${SLOTS} AND -1 AND -1 - q.lane = ANY ((SELECT slots FROM held)::int[]) AND ${READY}
    ORDER BY due_at, id LIMIT $4
  )`;
const THIS_ONE = `${HELD}, chosen AS (
  ${WAITING} AND q.lane = $4 AND q.due_at = $5 AND q.id = $6 AND $7::int = ANY ((SELECT slots FROM held)::int[]) AND ${READY})`;

/** Claims with the facts of their events. @param chosen SQL: a common table `chosen` of rows as `WAITING` has them. */
export const withFacts = (chosen: string): string => `
  WITH ${chosen}
  SELECT q.lane, q.due_at, q.retry_count, e.id, e.event_type, e.participant_id, e.recipient_id, e.event_data, e.codes, e.event_timestamp, e.depth, e.automation_id, e.request_id
  FROM chosen q CROSS JOIN LATERAL (SELECT * FROM events e WHERE e.organization_id = $1 AND e.id = q.id OFFSET 0) e`;

const CLAIM_OLDEST = withFacts(OLDEST);
const CLAIM_ONE = withFacts(THIS_ONE);

/**
 * Claims the program's due events, oldest first, until the transaction ends; none of slots that somebody else holds. An event that waits for
 * its retry holds back its participant's later events.
 */
export async function claimEvents(tx: Tx, program: QueuedProgram, { limit, only, hold }: EventClaim): Promise<ClaimedEvent[]> {
  const locked = lockQueue(tx, program, hold);
  const scope = [program.organizationId, program.programId, program.now];
  const share = Math.ceil((2 * limit) / (hold.of === 'SLOTS' ? hold.most : SLOTS));
  // A separate statement, so that it sees what the previous holder of the lock committed.
  const found = only
    ? tx.query<StoredClaim>(CLAIM_ONE, [...scope, only.lane, only.due_at, only.id, slotOf(only)])
    : tx.query<StoredClaim>(CLAIM_OLDEST, [...scope, limit, share]);
  // If the lock fails, so does what travels with it.
  found.catch(() => undefined);
  try {
    await locked;
  } catch (error) {
    // Those who hold it go on with it; this transaction can only end.
    if (hold.of === 'PROGRAM' && hold.waits && sqlState(error) === LOCK_NOT_AVAILABLE) return [];
    throw error;
  }
  return inOrder((await found).map(claimed));
}

export interface FinishedEvent extends QueuePlace {
  readonly errorCode: string | null;
  /** Null when the event completed. */
  readonly errorMessage: string | null;
  readonly evaluations: readonly KeptEvaluation[];
}

const FINISH = `SELECT finish_events($1::uuid, $2::uuid, $3::timestamptz, $4::int, $5::smallint[], $6::timestamptz[], $7::uuid[], $8::text[], $9::text[], $10::json[])`;

/** Ends events: takes them out of the queue, and stores their outcomes with every rule's verdict on them. */
export function finishEvents(
  tx: Pick<Tx, 'send'>,
  { organizationId, programId, now, configurationVersion }: QueuedProgram & { configurationVersion: number },
  events: readonly FinishedEvent[],
): void {
  tx.send(FINISH, [
    organizationId,
    programId,
    now,
    configurationVersion,
    events.map((event) => event.lane),
    events.map((event) => event.due_at),
    events.map((event) => event.id),
    events.map((event) => event.errorCode),
    events.map((event) => event.errorMessage),
    events.map((event) => JSON.stringify(event.evaluations)),
  ]);
}

/** Queues a claimed event again for `dueAt`, with one more retry used. */
export function postponeEvent(
  tx: Pick<Tx, 'send'>,
  { organizationId, programId, now }: QueuedProgram,
  place: QueuePlace,
  dueAt: Date,
): void {
  tx.send(
    `UPDATE event_queue SET lane = CASE WHEN lane < 0 THEN lane ELSE -1 - lane END, due_at = $6, retry_count = retry_count + 1, requeued_at = $7
     WHERE organization_id = $1 AND program_id = $2 AND lane = $3 AND due_at = $4 AND id = $5`,
    [organizationId, programId, place.lane, place.due_at, place.id, dueAt, now],
  );
}

/** Its partitions are months, of which the coming ones are made ahead. */
export const OUTCOME_PARTITIONS: Partitioned = { table: 'event_outcomes', key: 'event_id', unit: 'month', ahead: 2 };
