CREATE OR REPLACE FUNCTION audit_restore() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_audit(NEW.organization_id, NEW.program_id, 'RESTORE_RULES', 'PROGRAM', NEW.program_id, (SELECT name FROM programs WHERE organization_id = NEW.organization_id AND id = NEW.program_id),
    NULL, json_build_object('rule_configuration_version', NEW.version, 'restored_version', NEW.restored_version));
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON rule_configuration_versions FOR EACH ROW WHEN (NEW.restored_version IS NOT NULL) EXECUTE FUNCTION audit_restore();
