-- Ends events of a program: takes them out of the queue, and stores their outcomes. One statement, as an event is in one of both at any time; its
-- rows are found by their keys one by one, whatever the planner makes of a queue that is as often empty as long.
CREATE OR REPLACE FUNCTION finish_events(
  organization uuid, program uuid, present timestamptz, configuration_version integer, lanes smallint[], due_times timestamptz[], ids uuid[],
  error_codes text[], error_messages text[], evaluated json[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  WITH finished AS (
    SELECT * FROM unnest(lanes, due_times, ids, error_codes, error_messages, evaluated)
      AS event (lane, due_at, id, error_code, error_message, evaluations)
  ), done AS (
    DELETE FROM event_queue WHERE ctid = ANY (ARRAY(
      SELECT place.ctid FROM finished CROSS JOIN LATERAL (
        SELECT q.ctid FROM event_queue q
        WHERE q.organization_id = organization AND q.program_id = program AND q.lane = finished.lane AND q.due_at = finished.due_at AND q.id = finished.id OFFSET 0
      ) AS place))
  )
  INSERT INTO event_outcomes (organization_id, event_id, status, error_code, error_message, processed_at, rule_configuration_version, evaluations)
  SELECT organization, f.id, CASE WHEN f.error_message IS NULL THEN 'COMPLETED' ELSE 'FAILED' END, f.error_code, f.error_message, present,
    configuration_version, f.evaluations FROM finished f;
END $$;
