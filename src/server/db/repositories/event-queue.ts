/** Keeps the queue of events: finds programs with due events, claims a batch, and records how each event ended. */
import { inOrder, type QueuedEvent } from '@/domain/events/order';
import type { JsonObject } from '@/domain/rules/activation';
import { ANY_ORGANIZATION } from '../any-organization';
import { NOT_BEING_ADVANCED } from '../organization-clock';
import { statement, type Tx } from '../transaction';

export interface QueuedProgram {
  readonly programId: string;
  readonly organizationId: string;
  /** The current time on the organization's clock. */
  readonly now: Date;
}

export interface DueProgram extends QueuedProgram {
  /** Whether more of its events are due than one batch holds. */
  readonly backlog: boolean;
}

/**
 * Finds programs with due events, by a loose index scan over programs.
 * @param now real time.
 * @param organization restricts to its programs, at the time its clock shows; null: every organization whose clock is not being moved.
 * @param batch how many events one batch holds.
 * @param only restricts to this program.
 */
export async function programsWithDueEvents(
  now: Date,
  organization: { readonly id: string; readonly now: Date } | null,
  batch: number,
  only?: string,
): Promise<DueProgram[]> {
  const rows = await statement<{ program_id: string; organization_id: string; clock_offset_ms: number; backlog: boolean }>(
    organization ? DUE_PROGRAMS_OF_ONE : DUE_PROGRAMS,
    organization ? [organization.now, batch, organization.id] : [now, batch],
  );
  return rows
    .filter((row) => only === undefined || row.program_id === only)
    .map((row) => ({
      programId: row.program_id,
      organizationId: row.organization_id,
      now: organization?.now ?? new Date(now.getTime() + row.clock_offset_ms),
      backlog: row.backlog,
    }));
}

/** Every program with PENDING events, as the recursive table `queue`. */
const QUEUE = `
  WITH RECURSIVE queue AS (
    (SELECT program_id, organization_id FROM events WHERE status = 'PENDING' ORDER BY program_id LIMIT 1)
    UNION ALL
    SELECT following.program_id, following.organization_id
    FROM queue, LATERAL (
      SELECT program_id, organization_id FROM events WHERE status = 'PENDING' AND program_id > queue.program_id ORDER BY program_id LIMIT 1
    ) AS following
  )`;

const DUE_PROGRAMS = `${QUEUE}
  SELECT queue.program_id, queue.organization_id, o.clock_offset_ms, due.events > $2::int AS backlog
  FROM queue JOIN organizations o ON o.id = queue.organization_id CROSS JOIN LATERAL (
    SELECT count(*) AS events FROM (
      SELECT 1 FROM events
      WHERE events.program_id = queue.program_id AND events.status = 'PENDING'
        AND events.due_at <= $1::timestamptz + o.clock_offset_ms * interval '1 millisecond'
      LIMIT $2::int + 1) AS first
  ) AS due
  WHERE ${NOT_BEING_ADVANCED} AND due.events > 0`;

const DUE_PROGRAMS_OF_ONE = `
  SELECT program_id, organization_id, 0 AS clock_offset_ms, count(*) > $2::int AS backlog FROM events
  WHERE organization_id = $3 AND status = 'PENDING' AND due_at <= $1
  GROUP BY program_id, organization_id`;

export interface ClaimedEvent extends QueuedEvent {
  id: string;
  /** Null for an event about nobody. */
  participant_id: string | null;
  recipient_id: string | null;
  event_data: JsonObject;
  retry_count: number;
  depth: number;
  automation_id: string | null;
  due_at: Date;
  /** The request that sent it, or that sent the event which caused it. */
  request_id: string | null;
}

/** Whether `waiting` precedes a row of `events`: it was received earlier, or before the time that a SYSTEM event is scheduled for. */
const COMES_BEFORE = `(waiting.sequence < events.sequence OR (events.event_type = 'SYSTEM' AND waiting.received_at <= events.event_timestamp))`;

/** Excludes those who hold a share; these exclude it, and one another by share. */
const LOCK_PROGRAM = `SELECT pg_try_advisory_xact_lock(hashtextextended('events/' || $1::text, 0)) AS taken`;
const LOCK_SHARE = `
  SELECT pg_try_advisory_xact_lock_shared(hashtextextended('events/' || $1::text, 0))
     AND pg_try_advisory_xact_lock(hashtextextended('events/' || $1::text || '/' || $2::int, 0)) AS taken`;

/** By the last bit of the participant's id, which is random; events about nobody are in the first share. */
const SHARE_OF_EVENT = `coalesce(get_byte(uuid_send(participant_id), 15) & 1, 0)`;

/** A share of a program's events: always the same for all events of one participant. */
export type Share = (typeof SHARES)[number];
export const SHARES = [0, 1] as const;

export interface Claim {
  readonly limit: number;
  /** Restricts the claim to these events. */
  readonly only?: readonly string[];
  /** The share that is claimed, while another worker may hold another; null: all of them. */
  readonly share: Share | null;
}

/**
 * Claims the program's due events, oldest first, until the transaction ends. Only one worker at a time
 * holds a program, or a share of it, which preserves the order of each participant's events; an event that
 * waits for its retry holds back its participant's later events.
 */
export async function claimEvents(tx: Tx, { programId, now }: QueuedProgram, { limit, only, share }: Claim): Promise<ClaimedEvent[]> {
  const [lock] = await tx.query<{ taken: boolean }>(
    share === null ? LOCK_PROGRAM : LOCK_SHARE,
    share === null ? [programId] : [programId, share],
  );
  if (!lock?.taken) return [];
  const rows = await tx.query<ClaimedEvent>(
    `SELECT id, sequence, event_type, participant_id, recipient_id, event_data, event_timestamp, received_at, retry_count, depth, automation_id, due_at, request_id
     FROM events
     WHERE program_id = $1 AND status = 'PENDING' AND due_at <= $2
       AND ($4::uuid[] IS NULL OR id = ANY ($4))
       AND ($5::int IS NULL OR $5 = ${SHARE_OF_EVENT})
       AND NOT EXISTS (
         SELECT 1 FROM events waiting
         WHERE waiting.program_id = $1 AND waiting.status = 'PENDING' AND waiting.retry_count > 0
           AND waiting.due_at > $2 AND waiting.participant_id = events.participant_id AND ${COMES_BEFORE})
     ORDER BY due_at, sequence LIMIT $3
     FOR UPDATE`,
    [programId, now, limit, only ?? null, share],
  );
  return inOrder(rows);
}

export interface FinishedEvent {
  readonly id: string;
  readonly errorCode: string | null;
  /** Null when the event completed. */
  readonly errorMessage: string | null;
  readonly evaluations: string;
}

/** Marks events COMPLETED or FAILED and stores every rule's verdict on them. */
export async function finishEvents(
  tx: Tx,
  scope: { organizationId: string; now: Date; configurationVersion: number },
  events: readonly FinishedEvent[],
): Promise<void> {
  await tx.query(
    `WITH finished AS (
       SELECT * FROM unnest($3::uuid[], $4::text[], $5::text[], $6::json[]) AS event (id, error_code, error_message, evaluations)
     ), marked AS (
       UPDATE events SET status = CASE WHEN finished.error_message IS NULL THEN 'COMPLETED' ELSE 'FAILED' END,
         error_code = finished.error_code, error_message = finished.error_message, processed_at = $2, updated_at = $2
       FROM finished WHERE events.id = finished.id AND events.organization_id = ${ANY_ORGANIZATION}
     )
     INSERT INTO event_evaluations (event_id, organization_id, rule_configuration_version, evaluations, created_at)
     SELECT id, $1, $7, evaluations, $2 FROM finished
     ON CONFLICT (event_id) DO UPDATE SET rule_configuration_version = EXCLUDED.rule_configuration_version,
       evaluations = EXCLUDED.evaluations, created_at = EXCLUDED.created_at`,
    [
      scope.organizationId,
      scope.now,
      events.map((event) => event.id),
      events.map((event) => event.errorCode),
      events.map((event) => event.errorMessage),
      events.map((event) => event.evaluations),
      scope.configurationVersion,
    ],
  );
}

/** Requeues an event for `dueAt`, with one more retry used. */
export async function postponeEvent(tx: Tx, organizationId: string, eventId: string, dueAt: Date, now: Date): Promise<void> {
  await tx.query(
    `UPDATE events SET retry_count = retry_count + 1, due_at = $3, updated_at = $4 WHERE id = $2 AND organization_id = $1 AND status = 'PENDING'`,
    [organizationId, eventId, dueAt, now],
  );
}

/** When the organization's next event is due, if that is by `until`. Events that wait behind a retry become due with it. */
export async function nextEventDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date }>(
    `SELECT due_at FROM events
     WHERE organization_id = $1 AND status = 'PENDING' AND due_at <= $2
       AND NOT EXISTS (
         SELECT 1 FROM events waiting
         WHERE waiting.program_id = events.program_id AND waiting.status = 'PENDING' AND waiting.retry_count > 0
           AND waiting.due_at > events.due_at AND waiting.participant_id = events.participant_id AND ${COMES_BEFORE})
     ORDER BY due_at LIMIT 1`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next event of any organization is due, up to `until`. */
export async function nextEventDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due: Date | null }>(
    `${QUEUE}
     SELECT min(earliest.due_at - o.clock_offset_ms * interval '1 millisecond') AS due
     FROM queue JOIN organizations o ON o.id = queue.organization_id CROSS JOIN LATERAL (
       SELECT due_at FROM events WHERE program_id = queue.program_id AND status = 'PENDING' ORDER BY due_at LIMIT 1
     ) AS earliest`,
  );
  return row?.due && row.due <= until ? row.due : null;
}
