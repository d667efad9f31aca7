-- A change set is published once, taken back at most once, and keeps what it changed.
CREATE OR REPLACE FUNCTION guard_change_set() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
       ('OPEN', 'OPEN'), ('OPEN', 'SCHEDULED'), ('OPEN', 'PUBLISHED'), ('OPEN', 'DISCARDED'), ('SCHEDULED', 'SCHEDULED'), ('SCHEDULED', 'OPEN'),
       ('SCHEDULED', 'PUBLISHED'), ('SCHEDULED', 'DISCARDED'), ('PUBLISHED', 'REVERTED'))
     OR (NEW.changes::text <> OLD.changes::text AND (OLD.status, NEW.status) NOT IN (('OPEN', 'OPEN'), ('OPEN', 'PUBLISHED'), ('SCHEDULED', 'PUBLISHED')))
     OR (OLD.status = 'PUBLISHED' AND (NEW.published_at, NEW.published_version, NEW.publish_at) IS DISTINCT FROM (OLD.published_at, OLD.published_version, OLD.publish_at))
     OR (NEW.id, NEW.organization_id, NEW.program_id, NEW.api_key_id, NEW.user_id, NEW.on_behalf_of, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.organization_id, OLD.program_id, OLD.api_key_id, OLD.user_id, OLD.on_behalf_of, OLD.created_at) THEN
    RAISE EXCEPTION 'change set % cannot go from % to % like this', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'change_sets_move_on';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER change_sets_move_on BEFORE UPDATE ON change_sets FOR EACH ROW EXECUTE FUNCTION guard_change_set();
