-- What is queued is an event of the program, as it was stored, that has no outcome.
CREATE OR REPLACE FUNCTION require_open_event() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong uuid;
BEGIN
  -- Joined row by row: of one EXISTS or another the planner would read all events of the organization into memory.
  SELECT n.id INTO wrong FROM new_rows n LEFT JOIN LATERAL (
    SELECT e.id FROM events e WHERE e.organization_id = n.organization_id AND e.id = n.id
      AND e.program_id = n.program_id AND e.participant_id IS NOT DISTINCT FROM n.participant_id OFFSET 0
  ) AS event ON true LEFT JOIN LATERAL (
    SELECT o.event_id FROM event_outcomes o WHERE o.organization_id = n.organization_id AND o.event_id = n.id OFFSET 0
  ) AS outcome ON true
  WHERE event.id IS NULL OR outcome.event_id IS NOT NULL LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the program has no unfinished event %', wrong USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_queue_of_event AFTER INSERT ON event_queue
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_open_event();

-- An event leaves the queue only with its outcome.
CREATE OR REPLACE FUNCTION require_outcome() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  lost uuid;
BEGIN
  SELECT n.id INTO lost FROM old_rows n
  WHERE NOT EXISTS (SELECT 1 FROM event_outcomes o WHERE o.organization_id = n.organization_id AND o.event_id = n.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the event % would leave the queue without an outcome', lost USING ERRCODE = 'restrict_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER event_queue_until_outcome AFTER DELETE ON event_queue
  REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION require_outcome();
