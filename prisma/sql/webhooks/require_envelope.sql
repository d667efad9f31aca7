-- What waits to be sent is an envelope of its organization, and its id begins as that one's; what was never attempted is due at the time of
-- its id. By both it is found. What a recovery sends again names one of its endpoint.
-- Most operations are announced to nobody: where nothing was inserted, nothing is looked for, here and in the two references of envelopes.
CREATE OR REPLACE FUNCTION require_envelope() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  wrong record;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  SELECT n.webhook_event_id INTO wrong FROM (SELECT DISTINCT organization_id, webhook_event_id FROM new_rows) n
  WHERE NOT EXISTS (SELECT 1 FROM webhook_events v WHERE v.organization_id = n.organization_id AND v.id = n.webhook_event_id OFFSET 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the organization has no webhook event %', wrong.webhook_event_id USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  SELECT n.id, n.webhook_event_id INTO wrong FROM new_rows n WHERE substr(uuid_send(n.id), 1, 11) <> substr(uuid_send(n.webhook_event_id), 1, 11) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'delivery % does not begin as webhook event %', wrong.id, wrong.webhook_event_id USING ERRCODE = 'check_violation', CONSTRAINT = 'webhook_queue_id';
  END IF;
  SELECT n.id, n.due_at INTO wrong FROM new_rows n
  WHERE n.recorded = 0 AND time_of_id(n.id) <> n.due_at LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'delivery % was not made at %, when it is due', wrong.id, wrong.due_at USING ERRCODE = 'check_violation', CONSTRAINT = 'webhook_queue_due';
  END IF;
  SELECT n.recovery_id INTO wrong FROM new_rows n
  WHERE n.recovery_id IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM webhook_recoveries r WHERE r.id = n.recovery_id AND r.organization_id = n.organization_id AND r.endpoint_id = n.endpoint_id OFFSET 0) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the endpoint has no recovery %', wrong.recovery_id USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'webhook_queue_of_recovery';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_queue_of_envelope AFTER INSERT ON webhook_queue
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_envelope();
