CREATE OR REPLACE FUNCTION require_organization() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  missing uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  SELECT n.organization_id INTO missing FROM (SELECT DISTINCT organization_id FROM new_rows) n
  WHERE NOT EXISTS (SELECT 1 FROM organizations o WHERE o.id = n.organization_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no organization %', missing USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_events_of_organization AFTER INSERT ON webhook_events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_organization();

CREATE OR REPLACE TRIGGER request_logs_of_organization AFTER INSERT ON request_logs
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_organization();
