/**
 * Keeps the queue of events: claims a batch of a program in order, and records how each event ended. Only one worker at a time holds a slot
 * of a program, and all events of a participant are in one slot, which preserves their order.
 */
import { inOrder, type QueuedEvent } from '@/domain/events/order';
import type { JsonObject } from '@/domain/rules/activation';
import { timeOfId } from '@/server/ids';
import type { Partitioned } from '../partitions';
import type { Tx } from '../transaction';

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
  event_data: JsonObject;
  retry_count: number;
  depth: number;
  automation_id: string | null;
  /** The request that sent it, or that sent the event which caused it. */
  request_id: string | null;
}

const SLOTS = 64;

/** Slots of a program's queue from `first` to `last`, of 0 to 63. */
export interface Slots {
  readonly first: number;
  readonly last: number;
}

export const ALL_SLOTS: Slots = { first: 0, last: SLOTS - 1 };
/** Two shares of a program's events, which may be processed side by side. */
export const SHARES: readonly Slots[] = [
  { first: 0, last: SLOTS / 2 - 1 },
  { first: SLOTS / 2, last: SLOTS - 1 },
];

export const areAll = ({ first, last }: Slots): boolean => last - first === SLOTS - 1;

export interface Claim {
  readonly limit: number;
  /** Restricts the claim to this event of the slots. */
  readonly only?: QueuePlace;
  /** The slots that are claimed, while other workers may hold others. */
  readonly slots: Slots;
}

/** Excludes those who hold any slot; these exclude it, and one another slot by slot. */
const LOCK_PROGRAM = `SELECT pg_try_advisory_xact_lock(hashtextextended('events/' || $1::text, 0)) AS taken`;
const LOCK_SLOTS = `
  SELECT pg_try_advisory_xact_lock_shared(hashtextextended('events/' || $1::text, 0))
     AND (SELECT bool_and(pg_try_advisory_xact_lock(hashtextextended('events/' || $1::text || '/' || slot, 0))) FROM generate_series($2::int, $3::int) AS slot) AS taken`;

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

const WAITING = `SELECT q.lane, q.due_at, q.id, q.retry_count FROM event_queue q WHERE q.organization_id = $1 AND q.program_id = $2`;
const READY = `q.due_at <= $3 AND NOT ${heldBack('$3')}`;

/**
 * The oldest ready events of some slots. A few are read of every slot, and more of those slots only that had them all, as far as the events
 * already read are not old enough. The slots are an array, for which a plan is kept, whereas with a series it would be made anew every time.
 */
const OLDEST = `
  first AS MATERIALIZED (
    SELECT q.* FROM unnest($8::int[]) AS slot
    CROSS JOIN LATERAL (${WAITING} AND q.lane = slot AND ${READY} ORDER BY q.due_at, q.id LIMIT $7) AS q
  ), full_slots AS (
    SELECT lane, due_at, id FROM (SELECT *, row_number() OVER (PARTITION BY lane ORDER BY due_at, id) AS place FROM first) AS numbered WHERE place = $7
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
    ${WAITING} AND q.lane BETWEEN -1 - $6::int AND -1 - $5::int AND ${READY}
    ORDER BY due_at, id LIMIT $4
  )`;
const THIS_ONE = `chosen AS (${WAITING} AND q.lane = $4 AND q.due_at = $5 AND q.id = $6 AND ${READY})`;

const withFacts = (chosen: string): string => `
  WITH ${chosen}
  SELECT q.lane, q.due_at, q.retry_count, e.id, e.event_type, e.participant_id, e.recipient_id, e.event_data, e.event_timestamp, e.depth, e.automation_id, e.request_id
  FROM chosen q CROSS JOIN LATERAL (SELECT * FROM events e WHERE e.organization_id = $1 AND e.id = q.id OFFSET 0) e`;

const CLAIM_OLDEST = withFacts(OLDEST);
const CLAIM_ONE = withFacts(THIS_ONE);

/**
 * Claims the program's due events, oldest first, until the transaction ends; none while somebody else holds one of the slots. An event that
 * waits for its retry holds back its participant's later events.
 */
export async function claimEvents(
  tx: Tx,
  { organizationId, programId, now }: QueuedProgram,
  { limit, only, slots }: Claim,
): Promise<ClaimedEvent[]> {
  const [lock] = areAll(slots)
    ? await tx.query<{ taken: boolean }>(LOCK_PROGRAM, [programId])
    : await tx.query<{ taken: boolean }>(LOCK_SLOTS, [programId, slots.first, slots.last]);
  if (!lock?.taken) return [];
  const scope = [organizationId, programId, now];
  const each = Array.from({ length: slots.last - slots.first + 1 }, (_, index) => slots.first + index);
  const share = Math.ceil((2 * limit) / each.length);
  // A separate statement, so that it sees what the previous holder of the lock committed.
  const rows = only
    ? await tx.query<Omit<ClaimedEvent, 'received_at'>>(CLAIM_ONE, [...scope, only.lane, only.due_at, only.id])
    : await tx.query<Omit<ClaimedEvent, 'received_at'>>(CLAIM_OLDEST, [...scope, limit, slots.first, slots.last, share, each]);
  return inOrder(rows.map((row) => ({ ...row, received_at: timeOfId(row.id) })));
}

export interface FinishedEvent extends QueuePlace {
  readonly errorCode: string | null;
  /** Null when the event completed. */
  readonly errorMessage: string | null;
  readonly evaluations: string;
}

/** The rows are found by their keys one by one, whatever the planner makes of a queue that is as often empty as long. */
const FINISH = `
  WITH finished AS (
    SELECT * FROM unnest($5::smallint[], $6::timestamptz[], $7::uuid[], $8::text[], $9::text[], $10::json[])
      AS event (lane, due_at, id, error_code, error_message, evaluations)
  ), done AS (
    DELETE FROM event_queue WHERE ctid = ANY (ARRAY(
      SELECT place.ctid FROM finished CROSS JOIN LATERAL (
        SELECT q.ctid FROM event_queue q
        WHERE q.organization_id = $1 AND q.program_id = $2 AND q.lane = finished.lane AND q.due_at = finished.due_at AND q.id = finished.id OFFSET 0
      ) AS place))
  )
  INSERT INTO event_outcomes (organization_id, event_id, status, error_code, error_message, processed_at, rule_configuration_version, evaluations)
  SELECT $1, id, CASE WHEN error_message IS NULL THEN 'COMPLETED' ELSE 'FAILED' END, error_code, error_message, $3, $4, evaluations FROM finished`;

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
    events.map((event) => event.evaluations),
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
