-- Hundreds of rows of one statement name one program, organization or endpoint, and a foreign key would look it up for each of
-- them. Here it is looked up once. What is named is never removed and keeps its id, so that nothing is to be locked meanwhile.
-- All at once or not yet: to wait for one while others are held would stop, or cross, whoever writes meanwhile.
DO $$
BEGIN
  FOR attempt IN 1 .. 2000 LOOP
    BEGIN
      LOCK TABLE events, programs, journal_entries, webhook_events, webhook_deliveries, webhook_endpoints, organizations IN ACCESS EXCLUSIVE MODE NOWAIT;
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.01);
    END;
  END LOOP;
  -- A vacuum of a large table gives way only to somebody who waits.
  LOCK TABLE events, programs, journal_entries, webhook_events, webhook_deliveries, webhook_endpoints, organizations IN ACCESS EXCLUSIVE MODE;
END $$;

CREATE FUNCTION require_program() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  missing uuid;
BEGIN
  SELECT n.program_id INTO missing FROM (SELECT DISTINCT organization_id, program_id FROM new_rows) n
  WHERE NOT EXISTS (SELECT 1 FROM programs p WHERE p.id = n.program_id AND p.organization_id = n.organization_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the organization has no program %', missing USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION require_organization() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  missing uuid;
BEGIN
  SELECT n.organization_id INTO missing FROM (SELECT DISTINCT organization_id FROM new_rows) n
  WHERE NOT EXISTS (SELECT 1 FROM organizations o WHERE o.id = n.organization_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'there is no organization %', missing USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION require_endpoint() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  missing uuid;
BEGIN
  SELECT n.endpoint_id INTO missing FROM (SELECT DISTINCT organization_id, endpoint_id FROM new_rows) n
  WHERE NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = n.endpoint_id AND e.organization_id = n.organization_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the organization has no webhook endpoint %', missing USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

-- Nobody removes what is named, or gives it another id.
CREATE TRIGGER organizations_kept BEFORE DELETE OR TRUNCATE OR UPDATE OF id ON organizations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER programs_kept BEFORE DELETE OR TRUNCATE OR UPDATE OF id, organization_id ON programs
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_endpoints_kept BEFORE DELETE OR TRUNCATE OR UPDATE OF id, organization_id ON webhook_endpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TRIGGER events_of_program AFTER INSERT ON events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_program();
CREATE TRIGGER events_stay BEFORE UPDATE OF organization_id, program_id ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entries_of_program AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_program();
CREATE TRIGGER webhook_events_of_organization AFTER INSERT ON webhook_events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_organization();
CREATE TRIGGER webhook_events_stay BEFORE UPDATE OF organization_id ON webhook_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_deliveries_of_endpoint AFTER INSERT ON webhook_deliveries
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_endpoint();
CREATE TRIGGER webhook_deliveries_stay BEFORE UPDATE OF organization_id, endpoint_id ON webhook_deliveries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

ALTER TABLE events DROP CONSTRAINT events_organization_id_program_id_fkey;
ALTER TABLE journal_entries DROP CONSTRAINT journal_entries_organization_id_program_id_fkey;
ALTER TABLE webhook_events DROP CONSTRAINT webhook_events_organization_id_fkey;
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_organization_id_fkey;
ALTER TABLE webhook_deliveries DROP CONSTRAINT webhook_deliveries_endpoint_id_fkey;
