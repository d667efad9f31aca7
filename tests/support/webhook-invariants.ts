/** States what must always hold of webhooks: what is told, once, to whom, and what is recorded of its deliveries. */
import { EVENT_RECORDS } from './event-records';
import type { Invariant } from './invariants';

/** An endpoint subscribed to a type and never changed, so that what it should have received is known. */
const wantedBy = (type: string, organization: string, since: string): string => `EXISTS (
  SELECT 1 FROM webhook_endpoints p WHERE p.organization_id = ${organization} AND p.status = 'ACTIVE' AND p.updated_at = p.created_at
    AND p.created_at < ${since} AND (${type} = ANY (p.enabled_events) OR '*' = ANY (p.enabled_events)))`;

/** @param of the condition that rows belong to the organizations being checked. */
export const webhookInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'an event that completed has one event.completed envelope, any other none',
    broken: `WITH told AS MATERIALIZED (
        SELECT w.data ->> 'event_id' AS event, count(*)::int AS envelopes
        FROM webhook_events w WHERE ${of('w')} AND w.type = 'event.completed' GROUP BY 1)
      SELECT v.id, v.status, told.envelopes FROM ${EVENT_RECORDS} v LEFT JOIN told ON told.event = v.id::text
      WHERE ${of('v')} AND (told.envelopes > (v.status = 'COMPLETED')::int
        OR (told.event IS NULL AND v.status = 'COMPLETED' AND ${wantedBy("'event.completed'", 'v.organization_id', 'v.processed_at')}))`,
  },
  {
    name: 'an entry has at most one envelope of a type about a bucket, and a credit or debit that somebody wants to know of has one',
    broken: `WITH told AS MATERIALIZED (
        SELECT w.data ->> 'journal_entry_id' AS entry, w.type, count(*)::int AS envelopes
        FROM webhook_events w WHERE ${of('w')} GROUP BY 1, 2, w.data ->> 'bucket')
      SELECT e.id, e.type, told.type AS told, told.envelopes FROM journal_entries e LEFT JOIN told ON told.entry = e.id::text
      WHERE ${of('e')} AND (told.envelopes > 1 OR (told.entry IS NULL AND e.event_id IS NOT NULL AND (
        (e.type = 'CREDIT' AND ${wantedBy("'balance.credited'", 'e.organization_id', 'e.created_at')})
        OR (e.type = 'DEBIT' AND ${wantedBy("'balance.debited'", 'e.organization_id', 'e.created_at')}))))`,
  },
  {
    name: 'a participant is announced at most once',
    broken: `SELECT p.id FROM participants p JOIN webhook_events w
        ON w.organization_id = p.organization_id AND w.type = 'participant.created' AND w.data ->> 'participant_id' = p.id::text
      WHERE ${of('p')} GROUP BY p.id HAVING count(*) > 1`,
  },
  {
    name: 'an envelope has a delivery, and one for each endpoint',
    broken: `WITH deliveries AS (
        SELECT organization_id, webhook_event_id, endpoint_id, id FROM webhook_queue
        UNION SELECT organization_id, webhook_event_id, endpoint_id, delivery_id FROM webhook_attempts)
      SELECT w.id, d.endpoint_id, count(d.id)::int AS deliveries
      FROM webhook_events w LEFT JOIN deliveries d ON d.organization_id = w.organization_id AND d.webhook_event_id = w.id WHERE ${of('w')}
      GROUP BY w.id, d.endpoint_id HAVING count(d.id) <> 1`,
  },
  {
    name: 'a delivery waits since its creation or after what is recorded of it, or ended with an attempt or a reason',
    broken: `WITH told AS (
        SELECT organization_id, delivery_id AS id, count(*)::int AS facts, max(number) AS last, (array_agg(outcome ORDER BY number DESC))[1] AS outcome
        FROM webhook_attempts a WHERE ${of('a')} GROUP BY 1, 2),
      waiting AS (SELECT organization_id, id, due_at, recorded FROM webhook_queue q WHERE ${of('q')})
      SELECT id, w.due_at, w.recorded, t.facts, t.last, t.outcome FROM waiting w FULL JOIN told t USING (organization_id, id)
      WHERE t.facts <> t.last OR coalesce(t.facts, 0) <> coalesce(w.recorded, t.facts)
        OR (t.facts IS NULL AND (id < first_id_at(w.due_at) OR id >= first_id_at(w.due_at + interval '1 millisecond')))
        OR (w.due_at IS NULL AND t.outcome = 'RETRY')`,
  },
];
