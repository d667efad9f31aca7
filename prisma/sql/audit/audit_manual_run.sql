CREATE OR REPLACE FUNCTION audit_manual_run() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  automation record;
BEGIN
  SELECT a.program_id, a.name INTO automation FROM automations a WHERE a.organization_id = NEW.organization_id AND a.id = NEW.automation_id;
  PERFORM record_audit(NEW.organization_id, automation.program_id, 'RUN', 'AUTOMATION', NEW.automation_id, automation.name, NULL,
    json_build_object('run_id', NEW.id));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON automation_runs FOR EACH ROW WHEN (NEW.origin = 'MANUAL') EXECUTE FUNCTION audit_manual_run();
