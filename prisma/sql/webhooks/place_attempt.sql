-- An attempt is made at an endpoint of its organization; whether it was late follows from its time and the delivery's.
CREATE OR REPLACE FUNCTION place_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM webhook_endpoints e WHERE e.id = NEW.endpoint_id AND e.organization_id = NEW.organization_id;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the organization has no webhook endpoint %', NEW.endpoint_id USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  NEW.late := time_of_id(NEW.delivery_id) < NEW.attempted_at - interval '1 hour';
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER webhook_attempts_of_endpoint BEFORE INSERT ON webhook_attempts
  FOR EACH ROW EXECUTE FUNCTION place_attempt();
