-- … which follows the one before it and says, at the commit, exactly what is there: sets and rules numbered from 1 without gaps.
CREATE OR REPLACE FUNCTION require_true_configuration_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version < (SELECT rule_configuration_version FROM programs WHERE organization_id = NEW.organization_id AND id = NEW.program_id) THEN
    RETURN NULL;
  END IF;
  IF NEW.content::text <> rule_configuration_content(NEW.organization_id, NEW.program_id)::text THEN
    RAISE EXCEPTION 'version % of the rules of program % is not what they are', NEW.version, NEW.program_id USING ERRCODE = 'check_violation', CONSTRAINT = 'versions_true';
  END IF;
  PERFORM 1 FROM rule_sets WHERE organization_id = NEW.organization_id AND program_id = NEW.program_id AND deleted_at IS NULL HAVING max(position) <> count(*)
  UNION ALL
  SELECT 1 FROM rules WHERE organization_id = NEW.organization_id AND program_id = NEW.program_id AND status <> 'ARCHIVED' GROUP BY rule_set_id HAVING max(position) <> count(*)
  UNION ALL
  SELECT 1 FROM rules r JOIN rule_sets s ON s.organization_id = r.organization_id AND s.id = r.rule_set_id
  WHERE r.organization_id = NEW.organization_id AND r.program_id = NEW.program_id AND r.status <> 'ARCHIVED' AND (s.deleted_at IS NOT NULL OR s.program_id <> r.program_id);
  IF FOUND THEN
    RAISE EXCEPTION 'the rules of program % have gaps in their order', NEW.program_id USING ERRCODE = 'check_violation', CONSTRAINT = 'rules_dense';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS rule_configuration_versions_true ON rule_configuration_versions;
CREATE CONSTRAINT TRIGGER rule_configuration_versions_true AFTER INSERT ON rule_configuration_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_true_configuration_version();
