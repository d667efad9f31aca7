-- State is named as it is read: `attribute.color`, `tier.status`.
CREATE OR REPLACE FUNCTION audit_state() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  name text := lower(NEW.state_type) || '.' || NEW.key;
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NEW.program_id, 'SET_STATE', NEW.subject_type, NEW.subject_id,
      (SELECT external_id FROM participants WHERE organization_id = NEW.organization_id AND id = NEW.subject_id
        UNION ALL SELECT g.name FROM groups g WHERE g.organization_id = NEW.organization_id AND g.id = NEW.subject_id
        UNION ALL SELECT p.name FROM programs p WHERE p.organization_id = NEW.organization_id AND p.id = NEW.subject_id LIMIT 1),
      CASE WHEN NEW.old_value IS NOT NULL THEN json_build_object(name, NEW.old_value) END,
      CASE WHEN NEW.new_value IS NOT NULL THEN json_build_object(name, NEW.new_value) END);
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited AFTER INSERT ON state_history FOR EACH ROW WHEN (NEW.source IN ('API', 'DASHBOARD')) EXECUTE FUNCTION audit_state();
