/** Stores accepted events and finds those sent before. */
import { ANY_ORGANIZATION } from '../any-organization';
import type { Tx } from '../transaction';

export interface EventRow {
  id: string;
  program_id: string;
  participant_id: string | null;
  recipient_id: string | null;
  external_id: string | null;
  event_type: 'EXTERNAL' | 'SYSTEM';
  event_data: Record<string, unknown>;
  cause_event_id: string | null;
  automation_id: string | null;
  idempotency_key: string;
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED';
  error_code: string | null;
  error_message: string | null;
  event_timestamp: Date;
  received_at: Date;
  processed_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

export const EVENT_COLUMNS = `id, program_id, participant_id, recipient_id, external_id, event_type, event_data, cause_event_id, automation_id, idempotency_key, status,
  error_code, error_message, event_timestamp, received_at, processed_at, created_at, updated_at`;

export interface EventIdentity {
  readonly programId: string;
  readonly idempotencyKey: string;
}

export const identityKey = (identity: EventIdentity): string => `${identity.programId}/${identity.idempotencyKey}`;

/** Events that already have these identities, by identity. */
export async function findEventsByIdentity(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  identities: readonly EventIdentity[],
): Promise<Map<string, EventRow>> {
  const rows = await tx.query<EventRow>(
    `SELECT ${EVENT_COLUMNS.replace(/\b(program_id|idempotency_key)\b/g, 'e.$1')} FROM events e
     JOIN unnest($2::uuid[], $3::text[]) AS identity (program_id, idempotency_key)
       ON e.program_id = identity.program_id AND e.idempotency_key = identity.idempotency_key
     WHERE e.organization_id = ${ANY_ORGANIZATION}`,
    [organizationId, identities.map((identity) => identity.programId), identities.map((identity) => identity.idempotencyKey)],
  );
  return new Map(rows.map((row) => [identityKey({ programId: row.program_id, idempotencyKey: row.idempotency_key }), row]));
}

export interface NewEvent {
  readonly id: string;
  readonly programId: string;
  readonly participantId: string;
  readonly recipientId: string | null;
  readonly externalId: string;
  readonly eventData: Record<string, unknown>;
  readonly idempotencyKey: string;
  readonly eventTimestamp: Date;
  /** The request that brought the event. */
  readonly requestId: string;
}

/** Stores PENDING events, due at once. An identity that another transaction has just taken is left out of the result. */
export function insertEvents(
  tx: Pick<Tx, 'query'>,
  { organizationId, now }: { organizationId: string; now: Date },
  events: readonly NewEvent[],
): Promise<EventRow[]> {
  return tx.query<EventRow>(
    `INSERT INTO events (organization_id, due_at, received_at, created_at, updated_at, event_type,
       id, program_id, participant_id, recipient_id, external_id, event_data, idempotency_key, event_timestamp, request_id)
     SELECT $1, $2, $2, $2, $2, 'EXTERNAL', * FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::text[], $8::json[], $9::text[], $10::timestamptz[], $11::text[])
     ON CONFLICT (program_id, idempotency_key) DO NOTHING
     RETURNING ${EVENT_COLUMNS}`,
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
      events.map((event) => event.requestId),
    ],
  );
}

/** Turns a FAILED event back into a PENDING one, due at once with all its retries. Null when there is no such FAILED event. */
export async function requeueEvent(tx: Tx, organizationId: string, id: string, now: Date): Promise<EventRow | null> {
  const [row] = await tx.query<EventRow>(
    `UPDATE events SET status = 'PENDING', error_code = NULL, error_message = NULL, retry_count = 0, due_at = $3, processed_at = NULL, updated_at = $3
     WHERE organization_id = $1 AND id = $2 AND status = 'FAILED'
     RETURNING ${EVENT_COLUMNS}`,
    [organizationId, id, now],
  );
  return row ?? null;
}
