/** Defines an event as it is told: the fact as stored, its status from its outcome, and its times from its id. */
import type { KeptCode } from '@/domain/codes/kept';
import { timeOfId } from '@/server/platform/ids';

export interface EventRow {
  id: string;
  program_id: string;
  participant_id: string | null;
  recipient_id: string | null;
  external_id: string | null;
  event_type: 'EXTERNAL' | 'SYSTEM';
  event_data: Record<string, unknown>;
  /** As they were sent; null for none. */
  codes: string[] | null;
  /** What became of them; null as long as nothing has. */
  code_verdicts: KeptCode[] | null;
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

/** What is selected of an event, before its times are known. */
export interface StoredEvent extends Omit<EventRow, 'received_at' | 'created_at' | 'updated_at'> {
  /** When it was queued again, if it waits for that. */
  requeued_at: Date | null;
}

/** Columns of a row `e` of events. */
export const EVENT_FACTS = `e.id, e.program_id, e.participant_id, e.recipient_id, e.external_id, e.event_type, e.event_data, e.codes, e.cause_event_id, e.automation_id, e.idempotency_key,
  e.event_timestamp`;

/** The columns of `StoredEvent`, for an event `e` of the organization `$1` with its outcome `o`. */
export const EVENT_COLUMNS = `${EVENT_FACTS}, CASE WHEN e.codes IS NOT NULL AND o.status IS NOT NULL THEN (SELECT v.verdicts FROM event_codes v WHERE v.organization_id = $1 AND v.event_id = e.id) END AS code_verdicts,
  coalesce(o.status, 'PENDING') AS status, o.error_code, o.error_message, o.processed_at,
  CASE WHEN o.status IS NULL THEN (SELECT q.requeued_at FROM event_queue q
    WHERE q.organization_id = $1 AND q.program_id = e.program_id AND q.lane = -1 - slot_of(e.participant_id) AND q.id = e.id) END AS requeued_at`;

/** Joins the outcome of each event `e` of the organization `$1` as `o`, if it has one, by its key and never otherwise. */
export const WITH_OUTCOME = `LEFT JOIN LATERAL (
    SELECT * FROM event_outcomes o WHERE o.organization_id = $1 AND o.event_id = e.id OFFSET 0) o ON true`;

export function eventRow<Row extends StoredEvent>({ requeued_at, ...row }: Row): Omit<Row, 'requeued_at'> & EventRow {
  const created_at = timeOfId(row.id);
  return { ...row, received_at: created_at, created_at, updated_at: row.processed_at ?? requeued_at ?? created_at };
}
