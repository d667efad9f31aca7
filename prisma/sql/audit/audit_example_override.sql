-- One entry for each rule that was made active although examples of it fail.
CREATE OR REPLACE FUNCTION audit_example_override() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_audit(NEW.organization_id, NEW.program_id, 'OVERRIDE_EXAMPLES', 'RULE', (rule ->> 'id')::uuid, rule ->> 'name', NULL,
    json_build_object('rule_configuration_version', NEW.version, 'reason', NEW.example_override ->> 'reason', 'failing_examples', rule -> 'examples'))
  FROM json_array_elements(NEW.example_override -> 'rules') AS rule;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER audited_override AFTER INSERT ON rule_configuration_versions FOR EACH ROW
  WHEN (NEW.example_override IS NOT NULL) EXECUTE FUNCTION audit_example_override();
