/** Stores events that are decided within their request: each together with its outcome, so that none ever waits in the queue. */
import type { AdmittedEvent } from '@/domain/events/admission';
import type { KeptEvaluation } from '@/domain/rules/kept-evaluation';
import { violatedConstraint, type Tx } from '@/server/db/transaction';
import { eventValues, type QueuedProgram } from './event-queue';

export interface DecidedEvent extends Omit<AdmittedEvent, 'requestId'> {
  /** The request that asked for the decision. */
  readonly requestId: string | null;
  readonly errorCode: string | null;
  /** Null when the event completed. */
  readonly errorMessage: string | null;
  readonly evaluations: readonly KeptEvaluation[];
}

const INSERT = `
  WITH decided AS (
    SELECT * FROM unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::json[], $10::text[], $11::timestamptz[], $12::uuid[], $13::json[], $14::text[], $15::text[], $16::json[])
      AS event (id, program_id, participant_id, recipient_id, external_id, event_data, idempotency_key, event_timestamp, request_id, codes, error_code, error_message, evaluations)
  ), made AS (
    INSERT INTO events (organization_id, event_type, id, program_id, participant_id, recipient_id, external_id, event_data, idempotency_key, event_timestamp, request_id, codes)
    SELECT $1, 'EXTERNAL', id, program_id, participant_id, recipient_id, external_id, event_data, idempotency_key, event_timestamp, request_id, codes FROM decided
  )
  INSERT INTO event_outcomes (organization_id, event_id, status, error_code, error_message, processed_at, rule_configuration_version, evaluations)
  SELECT $1, id, CASE WHEN error_message IS NULL THEN 'COMPLETED' ELSE 'FAILED' END, error_code, error_message, $2, $3, evaluations FROM decided`;

/** @param taken what to throw when an event of the same identity was stored meanwhile. */
export function insertDecidedEvents(
  tx: Pick<Tx, 'send'>,
  { organizationId, now, configurationVersion }: Omit<QueuedProgram, 'programId'> & { configurationVersion: number },
  events: readonly DecidedEvent[],
  taken: () => Error,
): void {
  const values = [
    organizationId,
    now,
    configurationVersion,
    ...eventValues(events),
    events.map((event) => event.errorCode),
    events.map((event) => event.errorMessage),
    events.map((event) => JSON.stringify(event.evaluations)),
  ];
  tx.send(INSERT, values, { failed: (error) => (violatedConstraint(error) === 'events_identity' ? taken() : error) });
}
