-- Changes of a program's rules that are prepared beside what is live, and published together.
CREATE TABLE change_sets (
  id                uuid NOT NULL,
  organization_id   uuid NOT NULL,
  program_id        uuid NOT NULL,
  name              text NOT NULL,
  note              text,
  status            text NOT NULL DEFAULT 'OPEN' CHECK (status IN ('OPEN', 'SCHEDULED', 'PUBLISHED', 'REVERTED', 'DISCARDED')),
  -- One for each rule that is touched, each with the rule as it was when the change was begun.
  changes           json NOT NULL CHECK (json_typeof(changes) = 'array'),
  -- When it is to be published, on the organization's clock; it stays once that is done.
  publish_at        timestamptz(3),
  -- Who published it, or scheduled that, and why examples that fail are let pass.
  publisher         json,
  -- Why it could not be published when it was due.
  failure           json,
  published_at      timestamptz(3),
  -- The versions of the rule configuration that publishing and reverting it made.
  published_version integer,
  reverted_at       timestamptz(3),
  reverted_version  integer,
  api_key_id        uuid,
  user_id           uuid,
  on_behalf_of      text,
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CONSTRAINT change_sets_scheduled CHECK (CASE status WHEN 'SCHEDULED' THEN publish_at IS NOT NULL WHEN 'OPEN' THEN publish_at IS NULL ELSE true END),
  CONSTRAINT change_sets_published CHECK ((status IN ('PUBLISHED', 'REVERTED')) = (published_at IS NOT NULL)),
  CONSTRAINT change_sets_published_version CHECK ((published_at IS NULL) = (published_version IS NULL)),
  CONSTRAINT change_sets_reverted CHECK ((status = 'REVERTED') = (reverted_at IS NOT NULL)),
  CONSTRAINT change_sets_reverted_version CHECK ((reverted_at IS NULL) = (reverted_version IS NULL))
);
CREATE INDEX change_sets_program_idx ON change_sets (organization_id, program_id, created_at, id);
CREATE INDEX change_sets_waiting_idx ON change_sets (organization_id, program_id, id) WHERE status IN ('OPEN', 'SCHEDULED');
CREATE INDEX change_sets_due_idx ON change_sets (organization_id, publish_at) WHERE status = 'SCHEDULED';
ALTER TABLE change_sets ADD PRIMARY KEY (organization_id, id);
