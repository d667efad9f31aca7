/** Stores the events that the service generates; they wait in the same queue as events sent from outside. */
import type { SystemEvent } from '@/domain/events/system';
import { wake } from '@/server/wake';
import type { Tx } from '../transaction';

/** @returns how many were inserted; an event whose identity already exists is left out. */
export async function insertSystemEvents(
  tx: Tx,
  { organizationId, now }: { organizationId: string; now: Date },
  events: readonly SystemEvent[],
): Promise<number> {
  const rows = await tx.query(
    `INSERT INTO events (organization_id, received_at, created_at, updated_at, event_type,
       id, program_id, participant_id, external_id, event_data, due_at, event_timestamp, idempotency_key, cause_event_id, depth, automation_id, request_id)
     SELECT $1, $2, $2, $2, 'SYSTEM', id, program_id, participant_id, external_id, event_data, due_at, due_at, idempotency_key, cause_event_id, depth, automation_id,
       (SELECT cause.request_id FROM events cause WHERE cause.id = made.cause_event_id)
     FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::json[], $8::timestamptz[], $9::text[], $10::uuid[], $11::smallint[], $12::uuid[])
       AS made (id, program_id, participant_id, external_id, event_data, due_at, idempotency_key, cause_event_id, depth, automation_id)
     ON CONFLICT (program_id, idempotency_key) DO NOTHING
     RETURNING id`,
    [
      organizationId,
      now,
      events.map((event) => event.id),
      events.map((event) => event.programId),
      events.map((event) => event.participant?.id ?? null),
      events.map((event) => event.participant?.externalId ?? null),
      events.map((event) => JSON.stringify(event.data)),
      events.map((event) => event.dueAt),
      events.map((event) => event.idempotencyKey),
      events.map((event) => event.cause?.eventId ?? null),
      events.map((event) => event.cause?.depth ?? 0),
      events.map((event) => event.automationId ?? null),
    ],
  );
  if (events.some(({ dueAt }) => dueAt <= now)) tx.afterCommit(() => wake('process-events'));
  return rows.length;
}
