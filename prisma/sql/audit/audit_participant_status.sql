CREATE OR REPLACE FUNCTION audit_participant_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NULL, 'UPDATE', 'PARTICIPANT', NEW.id, NEW.external_id,
      json_build_object('status', OLD.status), json_build_object('status', NEW.status));
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER UPDATE ON participants FOR EACH ROW WHEN (OLD.status <> NEW.status) EXECUTE FUNCTION audit_participant_status();
