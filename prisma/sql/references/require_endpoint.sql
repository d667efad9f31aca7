CREATE OR REPLACE FUNCTION require_endpoint() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  missing uuid;
BEGIN
  IF NOT EXISTS (SELECT FROM new_rows) THEN
    RETURN NULL;
  END IF;
  SELECT n.endpoint_id INTO missing FROM (SELECT DISTINCT organization_id, endpoint_id FROM new_rows) n
  WHERE NOT EXISTS (SELECT 1 FROM webhook_endpoints e WHERE e.id = n.endpoint_id AND e.organization_id = n.organization_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the organization has no webhook endpoint %', missing USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER webhook_queue_of_endpoint AFTER INSERT ON webhook_queue
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_endpoint();
