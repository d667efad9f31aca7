/** Stores accepted events, puts failed ones back in the queue, and finds those sent before. */
import { identityKey, type AdmittedEvent, type EventIdentity } from '@/domain/events/admission';
import { uuidOfRequest } from '@/server/platform/ids';
import type { Tx } from '@/server/db/transaction';
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

/** Stores events, due at once, by identity. One that another transaction has just taken is left out of the result. */
export async function insertEvents(
  tx: Pick<Tx, 'query'>,
  { organizationId, now }: { organizationId: string; now: Date },
  events: readonly AdmittedEvent[],
): Promise<Map<string, EventRow>> {
  const rows = await tx.query<StoredEvent>(
    `WITH made AS (
       INSERT INTO events (organization_id, event_type, id, program_id, participant_id, recipient_id, external_id, event_data, idempotency_key, event_timestamp, request_id)
       SELECT $1, 'EXTERNAL', * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::json[], $9::text[], $10::timestamptz[], $11::uuid[])
       ON CONFLICT (organization_id, program_id, idempotency_key) DO NOTHING
       RETURNING *
     ), queued AS (${queueMade('$2')})
     SELECT ${EVENT_FACTS}, 'PENDING' AS status, NULL AS error_code, NULL AS error_message, NULL::timestamptz AS processed_at, NULL::timestamptz AS requeued_at
     FROM made e`,
    [
      organizationId,
      now,
      events.map((event) => event.id),
      events.map((event) => event.programId),
      events.map((event) => event.participantId),
      events.map((event) => event.recipientId),
      events.map((event) => event.externalId),
      events.map((event) => JSON.stringify(event.eventData)),
      events.map((event) => event.idempotencyKey),
      events.map((event) => event.eventTimestamp),
      events.map((event) => uuidOfRequest(event.requestId)),
    ],
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
     SELECT ${EVENT_FACTS}, 'PENDING' AS status, NULL AS error_code, NULL AS error_message, NULL::timestamptz AS processed_at, $3::timestamptz AS requeued_at
     FROM again e`,
    [organizationId, id, now],
  );
  return row ? eventRow(row) : null;
}
