-- Counters of whatever has state, the tiers of programs, and who stands where in them.

-- Who asked for a change, as whoever holds the key says; nothing depends on it.
ALTER TABLE state_history ADD COLUMN on_behalf_of text;

-- Once `resets_at` has passed, a counter reads 0 until it is changed again.
CREATE TABLE state_counters (
  organization_id uuid NOT NULL REFERENCES organizations,
  subject_type    text NOT NULL CHECK (subject_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM')),
  subject_id      uuid NOT NULL,
  key             text NOT NULL CHECK (key <> ''),
  value           numeric(78, 18) NOT NULL,
  reset_after_ms  bigint CHECK (reset_after_ms > 0),
  resets_at       timestamptz(3),
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (subject_id, key),
  CHECK (resets_at IS NULL OR reset_after_ms IS NOT NULL)
);
-- The order in which the subjects of a tier are judged.
CREATE INDEX state_counters_subject_idx ON state_counters (organization_id, subject_id, key);
CREATE INDEX state_counters_due_idx ON state_counters (resets_at) WHERE resets_at IS NOT NULL;
CREATE INDEX state_counters_organization_due_idx ON state_counters (organization_id, resets_at) WHERE resets_at IS NOT NULL;

-- `due_at` is when everybody whom the tier can concern is to be judged next; `judged_to` is the
-- subject up to which that has been done, in the order of their ids.
CREATE TABLE tiers (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  key             text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]*$'),
  name            text NOT NULL,
  description     text,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  levels          json NOT NULL,
  lifecycle       json,
  due_at          timestamptz(3),
  judged_to       uuid,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  UNIQUE (program_id, key),
  UNIQUE (organization_id, program_id, key),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CHECK (status = 'ACTIVE' OR due_at IS NULL)
);
CREATE INDEX tiers_created_idx ON tiers (program_id, created_at, id);
CREATE INDEX tiers_due_idx ON tiers (due_at) WHERE due_at IS NOT NULL;

-- No row: no level. A standing that expires is judged at that time; one in grace has failed to
-- qualify and loses its level then.
CREATE TABLE state_tiers (
  organization_id uuid NOT NULL,
  subject_type    text NOT NULL CHECK (subject_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM')),
  subject_id      uuid NOT NULL,
  program_id      uuid NOT NULL,
  tier            text NOT NULL,
  level           text NOT NULL,
  rank            integer NOT NULL,
  since           timestamptz(3) NOT NULL,
  expires_at      timestamptz(3),
  in_grace        boolean NOT NULL DEFAULT false,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (subject_id, program_id, tier),
  FOREIGN KEY (organization_id, program_id, tier) REFERENCES tiers (organization_id, program_id, key),
  CHECK (subject_type <> 'PROGRAM' OR subject_id = program_id),
  CHECK (NOT in_grace OR expires_at IS NOT NULL)
);
CREATE INDEX state_tiers_level_idx ON state_tiers (program_id, tier, level, subject_id);
CREATE INDEX state_tiers_due_idx ON state_tiers (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX state_tiers_organization_due_idx ON state_tiers (organization_id, expires_at) WHERE expires_at IS NOT NULL;
