-- No change of a set or a rule without a version of the same transaction …
CREATE OR REPLACE FUNCTION require_configuration_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  organization uuid := coalesce(NEW.organization_id, OLD.organization_id);
  changed uuid := coalesce(NEW.program_id, OLD.program_id);
BEGIN
  PERFORM 1 FROM programs p JOIN rule_configuration_versions v ON v.organization_id = p.organization_id AND v.program_id = p.id AND v.version = p.rule_configuration_version
  WHERE p.organization_id = organization AND p.id = changed AND v.xmin = pg_current_xact_id()::xid;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the rules of program % changed without a new version', changed USING ERRCODE = 'check_violation', CONSTRAINT = 'rules_versioned';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS rule_sets_versioned ON rule_sets;
CREATE CONSTRAINT TRIGGER rule_sets_versioned AFTER INSERT OR UPDATE OR DELETE ON rule_sets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_configuration_version();

DROP TRIGGER IF EXISTS rules_versioned ON rules;
CREATE CONSTRAINT TRIGGER rules_versioned AFTER INSERT OR UPDATE OR DELETE ON rules
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_configuration_version();
