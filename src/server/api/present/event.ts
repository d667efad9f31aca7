/** Presents events in their wire form; error fields appear only on failure. */
import type { EventDetail, EventRecord } from '@/contract/event';
import type { EventRow } from '@/server/db/repositories/events/event-records';
import type { EventWithEvaluations } from '@/server/services/events/events';
import { eventCodes } from '@/server/services/codes/verdicts';
import { presentEvaluation } from '@/server/services/rules/present-evaluation';
import { presentTime } from './time';

export function presentEvent(row: EventRow): EventRecord {
  return {
    id: row.id,
    program_id: row.program_id,
    participant_id: row.participant_id,
    recipient_id: row.recipient_id,
    external_id: row.external_id,
    event_type: row.event_type,
    event_data: row.event_data,
    ...eventCodes(row),
    cause_event_id: row.cause_event_id,
    automation_id: row.automation_id,
    idempotency_key: row.idempotency_key,
    status: row.status,
    ...(row.error_code === null ? {} : { error_code: row.error_code }),
    ...(row.error_message === null ? {} : { error_message: row.error_message }),
    event_timestamp: presentTime(row.event_timestamp),
    received_at: presentTime(row.received_at),
    processed_at: presentTime(row.processed_at),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
  };
}

export function presentEventDetail(row: EventWithEvaluations): EventDetail {
  return {
    ...presentEvent(row),
    request_id: row.request_id,
    rule_configuration_version: row.rule_configuration_version,
    rule_evaluations: row.rule_evaluations.map(presentEvaluation),
  };
}
