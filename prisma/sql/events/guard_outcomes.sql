-- An outcome is that of an event that does not wait any more: neither where it was put when it was stored, nor among those queued again.
CREATE OR REPLACE FUNCTION require_ended_event() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong uuid;
BEGIN
  -- Joined row by row: of one EXISTS or another the planner would read the whole queue into memory.
  SELECT n.event_id INTO wrong
  FROM new_rows n LEFT JOIN LATERAL (
    SELECT e.id, e.program_id, slot_of(e.participant_id) AS slot, CASE e.event_type WHEN 'EXTERNAL' THEN time_of_id(e.id) ELSE e.event_timestamp END AS due_at
    FROM events e WHERE e.organization_id = n.organization_id AND e.id = n.event_id OFFSET 0
  ) AS event ON true LEFT JOIN LATERAL (
    SELECT q.id FROM event_queue q WHERE q.organization_id = n.organization_id AND q.program_id = event.program_id AND q.lane = event.slot
      AND q.due_at = event.due_at AND q.id = event.id OFFSET 0
  ) AS waiting ON true LEFT JOIN LATERAL (
    SELECT q.id FROM event_queue q WHERE q.organization_id = n.organization_id AND q.program_id = event.program_id AND q.lane = -1 - event.slot
      AND q.id = event.id OFFSET 0
  ) AS requeued ON true
  WHERE event.id IS NULL OR waiting.id IS NOT NULL OR requeued.id IS NOT NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the organization has no event % that ended', wrong USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_outcomes_of_event AFTER INSERT ON event_outcomes
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_ended_event();

-- An outcome is removed only with its event being queued again. Checked at the end, as a row may also move to its month's partition.
CREATE OR REPLACE FUNCTION require_requeued() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM event_outcomes o WHERE o.organization_id = OLD.organization_id AND o.event_id = OLD.event_id)
    AND NOT EXISTS (
      SELECT 1 FROM events e JOIN event_queue q ON q.organization_id = e.organization_id AND q.program_id = e.program_id
        AND q.lane = -1 - slot_of(e.participant_id) AND q.id = e.id
      WHERE e.organization_id = OLD.organization_id AND e.id = OLD.event_id)
  THEN
    RAISE EXCEPTION 'the event % would have neither an outcome nor a place in the queue', OLD.event_id
      USING ERRCODE = 'restrict_violation', CONSTRAINT = 'event_outcomes_until_requeued';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS event_outcomes_until_requeued ON event_outcomes;
CREATE CONSTRAINT TRIGGER event_outcomes_until_requeued AFTER DELETE ON event_outcomes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION require_requeued();
