CREATE OR REPLACE FUNCTION audit_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NEW.program_id,
      CASE NEW.status WHEN 'COMPLETED' THEN 'CAPTURE' WHEN 'CANCELLED' THEN 'CANCEL' ELSE 'FAIL' END, 'REDEMPTION', NEW.id, NULL,
      json_build_object('status', OLD.status),
      json_strip_nulls(json_build_object('status', NEW.status, 'participant_id', NEW.participant_id, 'failure_reason', NEW.failure_reason)));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER UPDATE ON redemptions FOR EACH ROW
  WHEN (OLD.status = 'PENDING' AND NEW.status IN ('COMPLETED', 'CANCELLED', 'FAILED')) EXECUTE FUNCTION audit_redemption();
