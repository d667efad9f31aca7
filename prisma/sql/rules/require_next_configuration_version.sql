CREATE OR REPLACE FUNCTION require_next_configuration_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.rule_configuration_version NOT IN (OLD.rule_configuration_version, OLD.rule_configuration_version + 1) THEN
    RAISE EXCEPTION 'versions of a rule configuration follow one another' USING ERRCODE = 'check_violation', CONSTRAINT = 'versions_in_a_row';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER programs_versions_in_a_row BEFORE UPDATE OF rule_configuration_version ON programs
  FOR EACH ROW EXECUTE FUNCTION require_next_configuration_version();
