/** Stores the events that the service generates; they wait in the same queue as events sent from outside. */
import { only } from '@/domain/assert';
import type { SystemEvent } from '@/domain/events/system';
import { wake } from '@/server/platform/wake';
import type { Tx } from '@/server/db/transaction';
import { queueMade } from './event-queue';

type Scope = { readonly organizationId: string; readonly now: Date };

/** @returns how many were inserted; an event whose identity already exists is left out. */
export async function insertSystemEvents(tx: Tx, scope: Scope, events: readonly SystemEvent[]): Promise<number> {
  const { made } = only(await tx.query<{ made: number }>(INSERT_SYSTEM_EVENTS, valuesOf(scope, events)));
  wakeForDue(tx, scope, events);
  return made;
}

/** The same, for which only the commit waits. */
export function sendSystemEvents(tx: Pick<Tx, 'send' | 'afterCommit'>, scope: Scope, events: readonly SystemEvent[]): void {
  tx.send(INSERT_SYSTEM_EVENTS, valuesOf(scope, events));
  wakeForDue(tx, scope, events);
}

function wakeForDue(tx: Pick<Tx, 'afterCommit'>, { now }: Scope, events: readonly SystemEvent[]): void {
  if (events.some(({ dueAt }) => dueAt <= now)) tx.afterCommit(() => wake('process-events'));
}

const INSERT_SYSTEM_EVENTS = `
  WITH made AS (
    INSERT INTO events (organization_id, event_type, id, program_id, participant_id, external_id, event_data, event_timestamp, idempotency_key, cause_event_id, depth,
      automation_id, request_id)
    SELECT $1, 'SYSTEM', wanted.*,
      (SELECT cause.request_id FROM events cause WHERE cause.organization_id = $1 AND cause.id = wanted.cause_event_id)
    FROM unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::json[], $7::timestamptz[], $8::text[], $9::uuid[], $10::smallint[], $11::uuid[])
      AS wanted (id, program_id, participant_id, external_id, event_data, event_timestamp, idempotency_key, cause_event_id, depth, automation_id)
    ON CONFLICT (organization_id, program_id, idempotency_key) DO NOTHING
    RETURNING *
  ), queued AS (${queueMade('event_timestamp')})
  SELECT count(*)::int AS made FROM made`;

const valuesOf = ({ organizationId }: Scope, events: readonly SystemEvent[]): unknown[] => [
  organizationId,
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
];
