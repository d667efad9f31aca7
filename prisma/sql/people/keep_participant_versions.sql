CREATE OR REPLACE FUNCTION keep_participant_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO participant_versions (organization_id, participant_id, email, phone, first_name, last_name, display_name, status, updated_at, valid_from)
  SELECT organization_id, id, email, phone, first_name, last_name, display_name, status, updated_at, updated_at FROM changed;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER participants_begin AFTER INSERT ON participants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_participant_versions();

CREATE OR REPLACE TRIGGER participants_change AFTER UPDATE ON participants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_participant_versions();
