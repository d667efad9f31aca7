-- Groups of participants, who belongs to them and since when, and who changed that.

CREATE TABLE groups (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  name            text NOT NULL,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  UNIQUE (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX groups_created_idx ON groups (organization_id, created_at, id);
CREATE INDEX groups_name_idx ON groups (organization_id, name, id);

-- One row for each stay of a participant: who returns begins another, so that it is known who
-- belonged to the group at any time.
CREATE TABLE group_members (
  organization_id uuid NOT NULL,
  group_id        uuid NOT NULL,
  participant_id  uuid NOT NULL,
  stay            integer NOT NULL CHECK (stay >= 1),
  role            text NOT NULL CHECK (role IN ('MEMBER', 'ADMIN')),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  left_at         timestamptz(3),
  status          text NOT NULL GENERATED ALWAYS AS (CASE WHEN left_at IS NULL THEN 'ACTIVE' ELSE 'LEFT' END) STORED,
  PRIMARY KEY (group_id, participant_id, stay),
  FOREIGN KEY (organization_id, group_id) REFERENCES groups (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);
CREATE UNIQUE INDEX group_members_active_idx ON group_members (group_id, participant_id) WHERE left_at IS NULL;
CREATE INDEX group_members_created_idx ON group_members (group_id, created_at, participant_id);
CREATE INDEX group_members_participant_idx ON group_members (participant_id, group_id) WHERE left_at IS NULL;

CREATE TABLE group_member_changes (
  id                          uuid PRIMARY KEY,
  organization_id             uuid NOT NULL,
  group_id                    uuid NOT NULL,
  participant_id              uuid NOT NULL,
  operation                   text NOT NULL CHECK (operation IN ('ADD', 'SET_ROLE', 'REMOVE')),
  role                        text NOT NULL CHECK (role IN ('MEMBER', 'ADMIN')),
  -- Who asked for it, as whoever holds the key says; nothing depends on it.
  on_behalf_of_participant_id uuid,
  api_key_id                  uuid,
  user_id                     uuid,
  created_at                  timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, group_id) REFERENCES groups (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, on_behalf_of_participant_id) REFERENCES participants (organization_id, id)
);
CREATE INDEX group_member_changes_group_idx ON group_member_changes (group_id, created_at, id);

CREATE TRIGGER group_member_changes_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON group_member_changes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
