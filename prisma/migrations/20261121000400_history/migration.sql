-- What was: every change of state with its cause, every version of a participant's profile, and the
-- index along which the postings of an account are summed up to an instant.

-- `sequence` is the order in which changes really happened: of two that carry one time, or times of
-- clocks that disagree, the later one counts. A tag's value is its name; an absent value is NULL.
CREATE TABLE state_history (
  id              uuid PRIMARY KEY,
  sequence        bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  organization_id uuid NOT NULL REFERENCES organizations,
  subject_type    text NOT NULL CHECK (subject_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM')),
  subject_id      uuid NOT NULL,
  program_id      uuid,
  state_type      text NOT NULL CHECK (state_type IN ('TAG', 'ATTRIBUTE', 'COUNTER', 'TIER')),
  operation       text NOT NULL CHECK (operation IN ('SET', 'DELETE', 'ADD', 'REMOVE', 'AUTO_RESET')),
  key             text NOT NULL,
  old_value       json,
  new_value       json,
  source          text NOT NULL CHECK (source IN ('API', 'RULE', 'AUTOMATION', 'DASHBOARD', 'SYSTEM')),
  event_id        uuid,
  rule_id         uuid,
  api_key_id      uuid,
  user_id         uuid,
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX state_history_subject_idx ON state_history (subject_id, created_at, sequence);
CREATE INDEX state_history_key_idx ON state_history (subject_id, state_type, key, sequence);

CREATE TRIGGER state_history_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON state_history
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- State that is older than this table began with its present value.
INSERT INTO state_history (id, organization_id, subject_type, subject_id, state_type, operation, key, new_value, source, created_at)
SELECT gen_random_uuid(), organization_id, subject_type, subject_id, 'TAG', 'ADD', tag, to_json(tag), 'SYSTEM', created_at FROM state_tags
UNION ALL
SELECT gen_random_uuid(), organization_id, subject_type, subject_id, 'ATTRIBUTE', 'SET', key, value, 'SYSTEM', updated_at FROM state_attributes;

-- A participant as each change left it; the change before `valid_from` of the next one ends it.
CREATE TABLE participant_versions (
  sequence        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL,
  participant_id  uuid NOT NULL,
  email           text,
  phone           text,
  first_name      text,
  last_name       text,
  display_name    text,
  status          text NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  valid_from      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);
CREATE INDEX participant_versions_participant_idx ON participant_versions (participant_id, sequence);

INSERT INTO participant_versions (organization_id, participant_id, email, phone, first_name, last_name, display_name, status, updated_at, valid_from)
SELECT organization_id, id, email, phone, first_name, last_name, display_name, status, updated_at, created_at FROM participants;

CREATE TRIGGER participant_versions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON participant_versions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION keep_participant_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO participant_versions (organization_id, participant_id, email, phone, first_name, last_name, display_name, status, updated_at, valid_from)
  SELECT organization_id, id, email, phone, first_name, last_name, display_name, status, updated_at, updated_at FROM changed;
  RETURN NULL;
END $$;

CREATE TRIGGER participants_begin AFTER INSERT ON participants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_participant_versions();
CREATE TRIGGER participants_change AFTER UPDATE ON participants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_participant_versions();

-- Holds what a sum up to an instant and the list of an account's entries read, so that the postings themselves are left alone.
DROP INDEX postings_account_idx;
CREATE INDEX postings_account_idx ON postings (account_id, program_id, asset_id, created_at) INCLUDE (bucket, amount, entry_id);
