/** Finds events that neither wait in the queue nor have an outcome, page by page. Each page is a single statement, so it sees one state of both. */
import { only } from '@/domain/assert';
import { statement } from '@/server/db/transaction';

export interface EventsPage {
  /** The last event of the page; null when there was none. */
  readonly last: string | null;
  readonly lost: readonly string[];
}

/** An event that is queued again waits in the counterpart of its slot, with few others. */
const PAGE = `
  WITH page AS MATERIALIZED (
    SELECT e.id, e.program_id, slot_of(e.participant_id) AS slot, CASE e.event_type WHEN 'EXTERNAL' THEN time_of_id(e.id) ELSE e.event_timestamp END AS due_at
    FROM events e WHERE e.organization_id = $1 AND e.id > $2 ORDER BY e.id LIMIT $3
  )
  SELECT (SELECT id FROM page ORDER BY id DESC LIMIT 1) AS last, ARRAY(
    SELECT p.id FROM page p
    LEFT JOIN LATERAL (SELECT o.event_id FROM event_outcomes o WHERE o.organization_id = $1 AND o.event_id = p.id OFFSET 0) AS outcome ON true
    LEFT JOIN LATERAL (
      SELECT q.id FROM event_queue q
      WHERE q.organization_id = $1 AND q.program_id = p.program_id AND q.lane = p.slot AND q.due_at = p.due_at AND q.id = p.id OFFSET 0) AS waiting ON true
    LEFT JOIN LATERAL (
      SELECT q.id FROM event_queue q
      WHERE q.organization_id = $1 AND q.program_id = p.program_id AND q.lane = -1 - p.slot AND q.id = p.id OFFSET 0) AS requeued
      ON outcome.event_id IS NULL AND waiting.id IS NULL
    WHERE outcome.event_id IS NULL AND waiting.id IS NULL AND requeued.id IS NULL
  ) AS lost`;
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

export async function lostEventsAfter(organizationId: string, after: string | null, limit: number): Promise<EventsPage> {
  return only(await statement<EventsPage>(PAGE, [organizationId, after ?? BEFORE_ALL, limit]));
}
