-- A reservation ends once; what was decided for whom, and every end, stays.
CREATE OR REPLACE FUNCTION guard_decision() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'RESERVED'
     OR (NEW.id, NEW.organization_id, NEW.program_id, NEW.participant_id, NEW.external_id, NEW.idempotency_key, NEW.fingerprint, NEW.mode, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.organization_id, OLD.program_id, OLD.participant_id, OLD.external_id, OLD.idempotency_key, OLD.fingerprint, OLD.mode, OLD.created_at)
     OR NEW.configuration_version <> OLD.configuration_version THEN
    RAISE EXCEPTION 'decision % cannot go from % to % like this', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'decisions_move_on';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER decisions_move_on BEFORE UPDATE ON decisions FOR EACH ROW EXECUTE FUNCTION guard_decision();
