-- Events that the service makes: scheduled by a rule for a later time, or broadcast to many.

-- An event that another one caused is one deeper than that; nothing goes deeper than 5, so that rules
-- which answer each other's events come to an end.
ALTER TABLE events
  ADD COLUMN cause_event_id uuid REFERENCES events,
  ADD COLUMN depth smallint NOT NULL DEFAULT 0 CHECK (depth BETWEEN 0 AND 5),
  ADD CONSTRAINT events_caused CHECK ((cause_event_id IS NULL) = (depth = 0)),
  ADD CONSTRAINT events_made_here CHECK (event_type = 'SYSTEM' OR cause_event_id IS NULL);
CREATE INDEX events_cause_idx ON events (cause_event_id) WHERE cause_event_id IS NOT NULL;

-- The row is the queue: its audience is walked through in the order of ids, and `reached` is the last
-- one whose event is made. Event and mark are committed together, so that nobody is left out or told twice.
CREATE TABLE broadcasts (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  group_id        uuid,
  cause_event_id  uuid NOT NULL REFERENCES events,
  depth           smallint NOT NULL CHECK (depth BETWEEN 1 AND 5),
  event_data      json NOT NULL,
  due_at          timestamptz(3) NOT NULL,
  reached         uuid,
  event_count     integer NOT NULL DEFAULT 0 CHECK (event_count >= 0),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, group_id) REFERENCES groups (organization_id, id)
);
CREATE INDEX broadcasts_due_idx ON broadcasts (due_at) WHERE completed_at IS NULL;
CREATE INDEX broadcasts_organization_due_idx ON broadcasts (organization_id, due_at) WHERE completed_at IS NULL;
