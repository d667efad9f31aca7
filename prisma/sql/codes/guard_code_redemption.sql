-- A reserved use ends once, and stays of the code and the participant that it is of.
CREATE OR REPLACE FUNCTION guard_code_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'RESERVED'
     OR (NEW.id, NEW.organization_id, NEW.program_id, NEW.batch_id, NEW.code, NEW.participant_id, NEW.decision_id, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.organization_id, OLD.program_id, OLD.batch_id, OLD.code, OLD.participant_id, OLD.decision_id, OLD.created_at) THEN
    RAISE EXCEPTION 'code redemption % cannot go from % to % like this', OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'code_redemptions_move_on';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER code_redemptions_move_on BEFORE UPDATE ON code_redemptions FOR EACH ROW EXECUTE FUNCTION guard_code_redemption();
