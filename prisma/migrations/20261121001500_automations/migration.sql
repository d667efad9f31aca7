-- Automations: what makes events by itself, each of its runs, and whom its filter was last found to hold for.

CREATE TABLE automations (
  id                 uuid PRIMARY KEY,
  organization_id    uuid NOT NULL,
  program_id         uuid NOT NULL,
  name               text NOT NULL,
  description        text,
  status             text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'PAUSED', 'COMPLETED', 'CANCELLED', 'ARCHIVED')),
  trigger_type       text NOT NULL CHECK (trigger_type IN ('CRON', 'ONE_TIME', 'IMMEDIATE', 'PARTICIPANT_STATE')),
  cron_expression    text,
  timezone           text NOT NULL,
  run_at             timestamptz(3),
  scope              text NOT NULL CHECK (scope IN ('PROGRAM', 'PARTICIPANTS')),
  participant_filter text,
  guard_condition    text,
  event_name         text NOT NULL,
  event_data         json NOT NULL,
  next_run_at        timestamptz(3),
  last_run_at        timestamptz(3),
  created_at         timestamptz(3) NOT NULL,
  updated_at         timestamptz(3) NOT NULL,
  deleted_at         timestamptz(3),
  UNIQUE (organization_id, id),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CONSTRAINT automations_scheduled CHECK (CASE trigger_type
    WHEN 'CRON' THEN cron_expression IS NOT NULL AND run_at IS NULL
    WHEN 'ONE_TIME' THEN cron_expression IS NULL AND run_at IS NOT NULL
    WHEN 'IMMEDIATE' THEN cron_expression IS NULL AND run_at IS NULL
    ELSE run_at IS NULL AND participant_filter IS NOT NULL AND scope = 'PARTICIPANTS' END),
  CONSTRAINT automations_filtered CHECK (scope = 'PARTICIPANTS' OR participant_filter IS NULL),
  CONSTRAINT automations_archived CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CONSTRAINT automations_ended CHECK (status IN ('ACTIVE', 'PAUSED') OR next_run_at IS NULL)
);
CREATE INDEX automations_created_idx ON automations (program_id, created_at, id);
CREATE INDEX automations_due_idx ON automations (next_run_at) WHERE status = 'ACTIVE' AND next_run_at IS NOT NULL;
CREATE INDEX automations_organization_due_idx ON automations (organization_id, next_run_at) WHERE status = 'ACTIVE' AND next_run_at IS NOT NULL;
CREATE INDEX automations_of_state_idx ON automations (organization_id, program_id) WHERE trigger_type = 'PARTICIPANT_STATE' AND status IN ('ACTIVE', 'PAUSED');

-- The row is the queue: its audience is walked through in the order of ids, and `reached` is the last
-- participant that was judged. Events and mark are committed together, so that nobody is left out or told twice.
CREATE TABLE automation_runs (
  id                uuid PRIMARY KEY,
  organization_id   uuid NOT NULL,
  automation_id     uuid NOT NULL,
  origin            text NOT NULL CHECK (origin IN ('SCHEDULE', 'MANUAL', 'STATE_CHANGE')),
  due_at            timestamptz(3) NOT NULL,
  status            text NOT NULL CHECK (status IN ('RUNNING', 'COMPLETED', 'SKIPPED', 'FAILED', 'CANCELLED')),
  reason            text,
  reached           uuid,
  participant_count integer CHECK (participant_count >= 0),
  judged_count      integer NOT NULL DEFAULT 0 CHECK (judged_count >= 0),
  matched_count     integer NOT NULL DEFAULT 0 CHECK (matched_count BETWEEN 0 AND judged_count),
  event_count       integer NOT NULL DEFAULT 0 CHECK (event_count >= 0),
  failed_count      integer NOT NULL DEFAULT 0 CHECK (failed_count >= 0),
  failures          json NOT NULL DEFAULT '[]',
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  completed_at      timestamptz(3),
  FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id),
  CONSTRAINT automation_runs_ended CHECK ((status = 'RUNNING') = (completed_at IS NULL))
);
-- One run an instant, whoever asks for it; changes of state come as they come.
CREATE UNIQUE INDEX automation_runs_due_at_key ON automation_runs (automation_id, due_at) WHERE origin <> 'STATE_CHANGE';
CREATE INDEX automation_runs_created_idx ON automation_runs (automation_id, created_at, id);
CREATE INDEX automation_runs_running_idx ON automation_runs (organization_id, due_at) WHERE status = 'RUNNING';

-- For whom the filter of a PARTICIPANT_STATE automation was found to hold, and how often it came to:
-- the number of the entry names its event, so that each entry has one.
CREATE TABLE automation_standings (
  automation_id   uuid NOT NULL,
  organization_id uuid NOT NULL,
  participant_id  uuid NOT NULL,
  satisfied       boolean NOT NULL,
  entries         integer NOT NULL CHECK (entries >= 1),
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (automation_id, participant_id),
  FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id)
);

-- Participants whose state changed, to be judged. Written with the change and only ever added to: what
-- comes in while somebody is being judged is judged after that.
CREATE TABLE automation_judgements (
  sequence        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  organization_id uuid NOT NULL,
  automation_id   uuid NOT NULL,
  participant_id  uuid NOT NULL,
  due_at          timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id)
);
CREATE INDEX automation_judgements_automation_idx ON automation_judgements (automation_id, sequence);
CREATE INDEX automation_judgements_organization_idx ON automation_judgements (organization_id, due_at);
