-- Rule sets that can be removed, names by which a configuration kept elsewhere finds its rules again,
-- and every version of a configuration as it was, with who made it.

-- Rules that have ended still say which set they stood in, so a set is never deleted: it leaves the order.
ALTER TABLE rule_sets
  ADD COLUMN client_ref text,
  ADD COLUMN deleted_at timestamptz(3),
  ALTER COLUMN position DROP NOT NULL,
  DROP CONSTRAINT rule_sets_program_id_key_key,
  ADD CONSTRAINT rule_sets_placed CHECK ((position IS NULL) = (deleted_at IS NOT NULL)),
  ADD CONSTRAINT rule_sets_key EXCLUDE (program_id WITH =, key WITH =) WHERE (deleted_at IS NULL) DEFERRABLE INITIALLY DEFERRED;
UPDATE rule_sets SET client_ref = key;
ALTER TABLE rule_sets
  ALTER COLUMN client_ref SET NOT NULL,
  ADD CONSTRAINT rule_sets_client_ref EXCLUDE (program_id WITH =, client_ref WITH =) WHERE (deleted_at IS NULL) DEFERRABLE INITIALLY DEFERRED;
CREATE INDEX rule_sets_created_idx ON rule_sets (program_id, created_at, id);

ALTER TABLE rules ADD COLUMN client_ref text;
UPDATE rules SET client_ref = id;
ALTER TABLE rules
  ALTER COLUMN client_ref SET NOT NULL,
  ADD CONSTRAINT rules_order EXCLUDE (rule_set_id WITH =, position WITH =) WHERE (status <> 'ARCHIVED') DEFERRABLE INITIALLY DEFERRED,
  ADD CONSTRAINT rules_client_ref EXCLUDE (program_id WITH =, client_ref WITH =) WHERE (status <> 'ARCHIVED') DEFERRABLE INITIALLY DEFERRED;

-- All that decides what the rules of a program do: its sets in order, each with its rules in order.
CREATE FUNCTION rule_configuration_content(of_program uuid) RETURNS json LANGUAGE sql STABLE AS $$
  SELECT coalesce(json_agg(json_build_object(
    'id', s.id, 'client_ref', s.client_ref, 'key', s.key, 'name', s.name,
    'rules', coalesce((
      SELECT json_agg(json_build_object(
        'id', r.id, 'client_ref', r.client_ref, 'name', r.name, 'description', r.description, 'condition', r.condition,
        'actions', r.actions, 'budgets', r.budgets,
        'active_from', to_char(r.active_from AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'active_to', to_char(r.active_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'status', r.status, 'stop_after_match', r.stop_after_match, 'version', r.version
      ) ORDER BY r.position)
      FROM rules r WHERE r.rule_set_id = s.id AND r.status <> 'ARCHIVED'
    ), '[]'::json)
  ) ORDER BY s.position), '[]'::json)
  FROM rule_sets s WHERE s.program_id = of_program AND s.deleted_at IS NULL
$$;

CREATE TABLE rule_configuration_versions (
  organization_id  uuid NOT NULL,
  program_id       uuid NOT NULL,
  version          integer NOT NULL CHECK (version >= 1),
  content          json NOT NULL,
  -- The version whose content came back with this one.
  restored_version integer,
  api_key_id       uuid,
  user_id          uuid,
  -- Whom a trusted key says it acts for; nothing depends on it.
  on_behalf_of     text,
  created_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (program_id, version),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK (restored_version < version)
);
CREATE TRIGGER rule_configuration_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON rule_configuration_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO rule_configuration_versions (organization_id, program_id, version, content, created_at)
SELECT organization_id, id, rule_configuration_version, rule_configuration_content(id), updated_at FROM programs;

-- No version without its content.
ALTER TABLE programs ADD CONSTRAINT programs_configuration_kept
  FOREIGN KEY (id, rule_configuration_version) REFERENCES rule_configuration_versions (program_id, version) DEFERRABLE INITIALLY DEFERRED;

-- No change of a set or a rule without a version of the same transaction …
CREATE FUNCTION require_configuration_version() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed uuid := coalesce(NEW.program_id, OLD.program_id);
BEGIN
  PERFORM 1 FROM programs p JOIN rule_configuration_versions v ON v.program_id = p.id AND v.version = p.rule_configuration_version
  WHERE p.id = changed AND v.xmin = pg_current_xact_id()::xid;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the rules of program % changed without a new version', changed USING ERRCODE = 'check_violation', CONSTRAINT = 'rules_versioned';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER rule_sets_versioned AFTER INSERT OR UPDATE OR DELETE ON rule_sets
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_configuration_version();
CREATE CONSTRAINT TRIGGER rules_versioned AFTER INSERT OR UPDATE OR DELETE ON rules
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_configuration_version();

-- … which follows the one before it and says, at the commit, exactly what is there: sets and rules numbered from 1 without gaps.
CREATE FUNCTION require_true_configuration_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.version < (SELECT rule_configuration_version FROM programs WHERE id = NEW.program_id) THEN
    RETURN NULL;
  END IF;
  IF NEW.content::text <> rule_configuration_content(NEW.program_id)::text THEN
    RAISE EXCEPTION 'version % of the rules of program % is not what they are', NEW.version, NEW.program_id USING ERRCODE = 'check_violation', CONSTRAINT = 'versions_true';
  END IF;
  PERFORM 1 FROM rule_sets WHERE program_id = NEW.program_id AND deleted_at IS NULL HAVING max(position) <> count(*)
  UNION ALL
  SELECT 1 FROM rules WHERE program_id = NEW.program_id AND status <> 'ARCHIVED' GROUP BY rule_set_id HAVING max(position) <> count(*)
  UNION ALL
  SELECT 1 FROM rules r JOIN rule_sets s ON s.id = r.rule_set_id
  WHERE r.program_id = NEW.program_id AND r.status <> 'ARCHIVED' AND (s.deleted_at IS NOT NULL OR s.program_id <> r.program_id);
  IF FOUND THEN
    RAISE EXCEPTION 'the rules of program % have gaps in their order', NEW.program_id USING ERRCODE = 'check_violation', CONSTRAINT = 'rules_dense';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER rule_configuration_versions_true AFTER INSERT ON rule_configuration_versions
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION require_true_configuration_version();

CREATE FUNCTION require_next_configuration_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.rule_configuration_version NOT IN (OLD.rule_configuration_version, OLD.rule_configuration_version + 1) THEN
    RAISE EXCEPTION 'versions of a rule configuration follow one another' USING ERRCODE = 'check_violation', CONSTRAINT = 'versions_in_a_row';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER programs_versions_in_a_row BEFORE UPDATE OF rule_configuration_version ON programs
  FOR EACH ROW EXECUTE FUNCTION require_next_configuration_version();
