-- Every table as the first release has it. Functions and triggers are in prisma/sql; prisma/schema.sql shows both together.
-- Timestamps are milliseconds of the organization's clock, unless a comment says real time.
-- The keys of a table are made after its other indexes: of indexes that seem to cost the same the planner takes the one made last,
-- and all seem so that begin with an organization of which the statistics know little.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Columns and indexes are computed by these: never replace one in place, add another beside it.
CREATE FUNCTION participant_search_text(external_id text, email text, first_name text, last_name text, display_name text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(external_id || E'\n' || coalesce(email, '') || E'\n' || coalesce(first_name, '') || E'\n' || coalesce(last_name, '') || E'\n' || coalesce(display_name, ''))
$$;

-- Each character of a text, and every two that stand side by side. Trigrams find no word that is shorter than three
-- letters, nor one of signs alone: without these such a search would look at every row.
CREATE FUNCTION search_pairs(searched text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE COST 500 AS $$
  SELECT chars || ARRAY(SELECT first || second FROM unnest(chars, chars[2:]) AS pair (first, second) WHERE second IS NOT NULL)
  FROM string_to_array(searched, NULL) AS chars
$$;

CREATE FUNCTION rules_in_configuration(content json) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(sum(json_array_length(kept -> 'rules')), 0)::integer FROM json_array_elements(content) AS kept
$$;

-- Organizations and the keys of their backends.

CREATE TABLE organizations (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name            text NOT NULL,
  slug            text NOT NULL UNIQUE,
  logo            text,
  metadata        text,
  mode            text NOT NULL DEFAULT 'LIVE' CHECK (mode IN ('LIVE', 'SANDBOX')),
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED')),
  clock_offset_ms bigint NOT NULL DEFAULT 0 CHECK (clock_offset_ms >= 0),
  -- Real time until which whoever moves the clock has the organization's due work to itself.
  clock_leased_until timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  require_two_factor boolean NOT NULL DEFAULT false,
  CHECK (mode = 'SANDBOX' OR clock_offset_ms = 0)
);
CREATE INDEX organizations_created_idx ON organizations (created_at, id);
CREATE INDEX organizations_moved_clock_idx ON organizations (id) WHERE clock_offset_ms > 0;

CREATE TABLE api_keys (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  name            text NOT NULL,
  key_hash        bytea NOT NULL,
  prefix          text NOT NULL,
  last_four       text NOT NULL,
  trusted         boolean NOT NULL DEFAULT false,
  created_by      text,
  expires_at      timestamptz(3),
  revoked_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX api_keys_organization_idx ON api_keys (organization_id, created_at, id);
-- A request is known by its key before its organization is: this table alone is looked up across organizations.
ALTER TABLE api_keys ADD UNIQUE (key_hash), ADD PRIMARY KEY (organization_id, id);

-- Apart from the keys, which every node of a database that is spread has: a use is written where its organization is.
CREATE TABLE api_key_uses (
  organization_id uuid NOT NULL,
  api_key_id      uuid NOT NULL,
  last_used_at    timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, api_key_id),
  FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys (organization_id, id)
) WITH (fillfactor = 80);

-- Programs, assets and who takes part.

CREATE TABLE programs (
  id                         uuid NOT NULL,
  organization_id            uuid NOT NULL REFERENCES organizations,
  name                       text NOT NULL,
  description                text,
  status                     text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED', 'ARCHIVED')),
  on_unknown_participant     text NOT NULL DEFAULT 'CREATE' CHECK (on_unknown_participant IN ('CREATE', 'REJECT')),
  redemption_ttl             text NOT NULL DEFAULT '90d',
  redemption_target          text NOT NULL DEFAULT 'SYSTEM_REDEMPTION' CHECK (redemption_target IN ('SYSTEM_REDEMPTION', 'SYSTEM_BREAKAGE')),
  rule_configuration_version integer NOT NULL DEFAULT 1 CHECK (rule_configuration_version >= 1),
  created_at                 timestamptz(3) NOT NULL,
  updated_at                 timestamptz(3) NOT NULL,
  deleted_at                 timestamptz(3),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX programs_created_idx ON programs (organization_id, created_at, id);
CREATE INDEX programs_name_idx ON programs (organization_id, name, id);
ALTER TABLE programs ADD PRIMARY KEY (organization_id, id);

CREATE TABLE assets (
  id                     uuid NOT NULL,
  organization_id        uuid NOT NULL REFERENCES organizations,
  name                   text NOT NULL,
  symbol                 text NOT NULL,
  scale                  smallint NOT NULL CHECK (scale BETWEEN 0 AND 18),
  inventory_mode         text NOT NULL CHECK (inventory_mode IN ('SIMPLE', 'LOT')),
  issuance_policy        text NOT NULL CHECK (issuance_policy IN ('UNLIMITED', 'PREFUNDED')),
  max_transaction_amount numeric(78, 18) CHECK (max_transaction_amount > 0),
  status                 text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  created_at             timestamptz(3) NOT NULL,
  updated_at             timestamptz(3) NOT NULL,
  deleted_at             timestamptz(3),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX assets_created_idx ON assets (organization_id, created_at, id);
CREATE INDEX assets_name_idx ON assets (organization_id, name, id);
ALTER TABLE assets ADD UNIQUE (organization_id, symbol), ADD PRIMARY KEY (organization_id, id);

CREATE TABLE program_assets (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id)
);
CREATE INDEX program_assets_asset_idx ON program_assets (organization_id, asset_id, program_id);
ALTER TABLE program_assets ADD PRIMARY KEY (organization_id, program_id, asset_id);

CREATE TABLE participants (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  external_id     text NOT NULL,
  email           text,
  phone           text,
  first_name      text,
  last_name       text,
  display_name    text,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL
);
CREATE INDEX participants_created_idx ON participants (organization_id, created_at, id);
CREATE INDEX participants_status_idx ON participants (organization_id, status, created_at, id);
-- Built beside the writes, which over very many participants would otherwise wait for it.
CREATE INDEX participants_search_idx ON participants USING gin (participant_search_text(external_id, email, first_name, last_name, display_name) gin_trgm_ops);
-- Built beside the writes, which over very many participants would otherwise wait for it.
CREATE INDEX participants_search_pairs_idx ON participants USING gin (search_pairs(participant_search_text(external_id, email, first_name, last_name, display_name)));
ALTER TABLE participants ADD UNIQUE (organization_id, external_id), ADD PRIMARY KEY (organization_id, id);

-- A participant as each change left it; the change before `valid_from` of the next one ends it.
CREATE TABLE participant_versions (
  sequence        bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
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
  PRIMARY KEY (organization_id, participant_id, sequence),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);

CREATE TABLE program_participants (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  participant_id  uuid NOT NULL,
  enrolled_at     timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);
CREATE INDEX program_participants_participant_idx ON program_participants (organization_id, participant_id, program_id);
CREATE INDEX program_participants_enrolled_idx ON program_participants (organization_id, enrolled_at) INCLUDE (program_id);
ALTER TABLE program_participants ADD PRIMARY KEY (organization_id, program_id, participant_id);

CREATE TABLE groups (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  name            text NOT NULL,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX groups_created_idx ON groups (organization_id, created_at, id);
CREATE INDEX groups_name_idx ON groups (organization_id, name, id);
ALTER TABLE groups ADD PRIMARY KEY (organization_id, id);

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
  FOREIGN KEY (organization_id, group_id) REFERENCES groups (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);
CREATE INDEX group_members_created_idx ON group_members (organization_id, group_id, created_at, participant_id);
CREATE INDEX group_members_participant_idx ON group_members (organization_id, participant_id, group_id) WHERE left_at IS NULL;
CREATE UNIQUE INDEX group_members_active_idx ON group_members (organization_id, group_id, participant_id) WHERE left_at IS NULL;
ALTER TABLE group_members ADD PRIMARY KEY (organization_id, group_id, participant_id, stay);

CREATE TABLE group_member_changes (
  id                          uuid NOT NULL,
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
  PRIMARY KEY (organization_id, id),
  FOREIGN KEY (organization_id, group_id) REFERENCES groups (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, on_behalf_of_participant_id) REFERENCES participants (organization_id, id)
);

-- State of participants, groups and programs.

-- `due_at` is when everybody whom the tier can concern is to be evaluated next; `evaluated_to` is the
-- subject up to which that has been done, in the order of their ids.
CREATE TABLE tiers (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  key             text NOT NULL CHECK (key ~ '^[a-z][a-z0-9_]*$'),
  name            text NOT NULL,
  description     text,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  levels          json NOT NULL,
  lifecycle       json,
  due_at          timestamptz(3),
  evaluated_to       uuid,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CHECK (status = 'ACTIVE' OR due_at IS NULL)
);
CREATE INDEX tiers_created_idx ON tiers (organization_id, program_id, created_at, id);
CREATE INDEX tiers_due_idx ON tiers (organization_id, due_at) WHERE due_at IS NOT NULL;
ALTER TABLE tiers ADD UNIQUE (organization_id, program_id, key), ADD PRIMARY KEY (organization_id, id);

-- State: a subject is a participant, a group or a program.
CREATE TABLE state_tags (
  organization_id uuid NOT NULL REFERENCES organizations,
  subject_type    text NOT NULL CHECK (subject_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM')),
  subject_id      uuid NOT NULL,
  tag             text NOT NULL CHECK (tag = lower(tag)),
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX state_tags_tag_idx ON state_tags (organization_id, subject_type, tag, subject_id);
ALTER TABLE state_tags ADD PRIMARY KEY (organization_id, subject_id, tag);

CREATE TABLE state_attributes (
  organization_id uuid NOT NULL REFERENCES organizations,
  subject_type    text NOT NULL CHECK (subject_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM')),
  subject_id      uuid NOT NULL,
  key             text NOT NULL,
  value           json NOT NULL,
  updated_at      timestamptz(3) NOT NULL
);
-- Which keys there are at all is asked whenever rules are checked: each is found in one step, however many have it.
CREATE INDEX state_attributes_key_idx ON state_attributes (organization_id, subject_type, key);
ALTER TABLE state_attributes ADD PRIMARY KEY (organization_id, subject_id, key);

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
  CHECK (resets_at IS NULL OR reset_after_ms IS NOT NULL)
);
CREATE INDEX state_counters_due_idx ON state_counters (organization_id, resets_at) WHERE resets_at IS NOT NULL;
CREATE INDEX state_counters_key_idx ON state_counters (organization_id, subject_type, key);
ALTER TABLE state_counters ADD PRIMARY KEY (organization_id, subject_id, key);

-- No row: no level. A membership that expires is evaluated at that time; one in grace has failed to
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
  FOREIGN KEY (organization_id, program_id, tier) REFERENCES tiers (organization_id, program_id, key),
  CHECK (subject_type <> 'PROGRAM' OR subject_id = program_id),
  CHECK (NOT in_grace OR expires_at IS NOT NULL)
);
CREATE INDEX state_tiers_level_idx ON state_tiers (organization_id, program_id, tier, level, subject_id);
CREATE INDEX state_tiers_due_idx ON state_tiers (organization_id, expires_at) WHERE expires_at IS NOT NULL;
ALTER TABLE state_tiers ADD PRIMARY KEY (organization_id, subject_id, program_id, tier);

-- `sequence` is the order in which changes really happened: of two that carry one time, or times of
-- clocks that disagree, the later one counts. A tag's value is its name; an absent value is NULL.
CREATE TABLE state_history (
  id              uuid NOT NULL,
  sequence        bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
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
  created_at      timestamptz(3) NOT NULL,
  -- Who asked for a change, as whoever holds the key says; nothing depends on it.
  on_behalf_of    text,
  -- What was written before this says RULE and stays: history never changes.
  automation_id   uuid,
  CONSTRAINT state_history_of_automation CHECK ((source = 'AUTOMATION') = (automation_id IS NOT NULL))
);
CREATE INDEX state_history_subject_idx ON state_history (organization_id, subject_id, created_at, sequence);
CREATE INDEX state_history_key_idx ON state_history (organization_id, subject_id, state_type, key, sequence);
-- What happened between two times, of the kinds that had no such index.
CREATE INDEX state_history_levels_idx ON state_history (organization_id, created_at) WHERE state_type = 'TIER';
CREATE INDEX state_history_resets_idx ON state_history (organization_id, created_at) WHERE operation = 'AUTO_RESET';
ALTER TABLE state_history ADD PRIMARY KEY (organization_id, id);

-- Rules and their versions.

-- Rules.
CREATE TABLE rule_sets (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  key             text NOT NULL,
  name            text NOT NULL,
  position        integer CHECK (position >= 1),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  -- Rules that have ended still say which set they stood in, so a set is never deleted: it leaves the order.
  client_ref      text NOT NULL,
  deleted_at      timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CONSTRAINT rule_sets_placed CHECK ((position IS NULL) = (deleted_at IS NOT NULL)),
  CONSTRAINT rule_sets_key EXCLUDE (organization_id WITH =, program_id WITH =, key WITH =) WHERE (deleted_at IS NULL) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT rule_sets_client_ref EXCLUDE (organization_id WITH =, program_id WITH =, client_ref WITH =) WHERE (deleted_at IS NULL) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX rule_sets_created_idx ON rule_sets (organization_id, program_id, created_at, id);
ALTER TABLE rule_sets
  ADD CONSTRAINT rule_sets_order UNIQUE (organization_id, program_id, position) DEFERRABLE INITIALLY DEFERRED,
  ADD PRIMARY KEY (organization_id, id);

CREATE TABLE rules (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL,
  program_id       uuid NOT NULL,
  rule_set_id      uuid NOT NULL,
  name             text NOT NULL,
  description      text,
  condition        text NOT NULL,
  actions          json NOT NULL,
  active_from      timestamptz(3),
  active_to        timestamptz(3),
  position         integer NOT NULL CHECK (position >= 1),
  status           text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED', 'ARCHIVED')),
  stop_after_match boolean NOT NULL DEFAULT false,
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  deleted_at       timestamptz(3),
  budgets          json NOT NULL DEFAULT '[]',
  client_ref       text NOT NULL,
  FOREIGN KEY (organization_id, rule_set_id) REFERENCES rule_sets (organization_id, id),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CHECK (active_from < active_to),
  CONSTRAINT rules_budgets_are_a_list CHECK (json_typeof(budgets) = 'array'),
  CONSTRAINT rules_order EXCLUDE (organization_id WITH =, rule_set_id WITH =, position WITH =) WHERE (status <> 'ARCHIVED') DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT rules_client_ref EXCLUDE (organization_id WITH =, program_id WITH =, client_ref WITH =) WHERE (status <> 'ARCHIVED') DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX rules_program_idx ON rules (organization_id, program_id, rule_set_id, position);
CREATE INDEX rules_created_idx ON rules (organization_id, created_at, id);
CREATE INDEX rules_name_idx ON rules (organization_id, name, id);
ALTER TABLE rules ADD PRIMARY KEY (organization_id, id);

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
  rule_set_count   integer NOT NULL GENERATED ALWAYS AS (json_array_length(content)) STORED,
  rule_count       integer NOT NULL GENERATED ALWAYS AS (rules_in_configuration(content)) STORED,
  PRIMARY KEY (organization_id, program_id, version),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK (restored_version < version)
);

-- One row for each budget and whoever it is counted for: the program for PROGRAM, each recipient for
-- PARTICIPANT. `limit` is the one that `consumed` was last held against. A row whose period has ended
-- counts for nothing and is taken over by the next credit.
CREATE TABLE budget_usage (
  organization_id uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  scope           text NOT NULL CHECK (scope IN ('PROGRAM', 'PARTICIPANT')),
  holder_id       uuid NOT NULL,
  period_start    timestamptz(3) NOT NULL,
  consumed        numeric(78, 18) NOT NULL,
  "limit"         numeric(78, 18) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, rule_id, asset_id, scope, holder_id),
  FOREIGN KEY (organization_id, rule_id) REFERENCES rules (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  CONSTRAINT budget_usage_within_limit CHECK (consumed >= 0 AND consumed <= "limit")
);

-- Automations.

CREATE TABLE automations (
  id                 uuid NOT NULL,
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
CREATE INDEX automations_created_idx ON automations (organization_id, program_id, created_at, id);
CREATE INDEX automations_due_idx ON automations (organization_id, next_run_at) WHERE status = 'ACTIVE' AND next_run_at IS NOT NULL;
CREATE INDEX automations_of_state_idx ON automations (organization_id, program_id) WHERE trigger_type = 'PARTICIPANT_STATE' AND status IN ('ACTIVE', 'PAUSED');
ALTER TABLE automations ADD PRIMARY KEY (organization_id, id);

-- The row is the queue: its audience is walked through in the order of ids, and `reached` is the last
-- participant that was evaluated. Events and mark are committed together, so that nobody is left out or told twice.
CREATE TABLE automation_runs (
  id                uuid NOT NULL,
  organization_id   uuid NOT NULL,
  automation_id     uuid NOT NULL,
  origin            text NOT NULL CHECK (origin IN ('SCHEDULE', 'MANUAL', 'STATE_CHANGE')),
  due_at            timestamptz(3) NOT NULL,
  status            text NOT NULL CHECK (status IN ('RUNNING', 'COMPLETED', 'SKIPPED', 'FAILED', 'CANCELLED')),
  reason            text,
  reached           uuid,
  participant_count integer CHECK (participant_count >= 0),
  evaluated_count      integer NOT NULL DEFAULT 0 CHECK (evaluated_count >= 0),
  matched_count     integer NOT NULL DEFAULT 0 CHECK (matched_count BETWEEN 0 AND evaluated_count),
  event_count       integer NOT NULL DEFAULT 0 CHECK (event_count >= 0),
  failed_count      integer NOT NULL DEFAULT 0 CHECK (failed_count >= 0),
  failures          json NOT NULL DEFAULT '[]',
  created_at        timestamptz(3) NOT NULL,
  updated_at        timestamptz(3) NOT NULL,
  completed_at      timestamptz(3),
  FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id),
  CONSTRAINT automation_runs_ended CHECK ((status = 'RUNNING') = (completed_at IS NULL))
);
CREATE INDEX automation_runs_created_idx ON automation_runs (organization_id, automation_id, created_at, id);
CREATE INDEX automation_runs_running_idx ON automation_runs (organization_id, due_at) WHERE status = 'RUNNING';
CREATE INDEX automation_runs_due_idx ON automation_runs (organization_id, due_at);
-- One run an instant, whoever asks for it; changes of state come as they come.
CREATE UNIQUE INDEX automation_runs_due_at_key ON automation_runs (organization_id, automation_id, due_at) WHERE origin <> 'STATE_CHANGE';
ALTER TABLE automation_runs ADD PRIMARY KEY (organization_id, id);

-- For whom the filter of a PARTICIPANT_STATE automation was found to hold, and how often it came to:
-- the number of the entry names its event, so that each entry has one.
CREATE TABLE automation_matches (
  automation_id   uuid NOT NULL,
  organization_id uuid NOT NULL,
  participant_id  uuid NOT NULL,
  satisfied       boolean NOT NULL,
  entries         integer NOT NULL CHECK (entries >= 1),
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, automation_id, participant_id),
  FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id)
);

-- Participants whose state changed, to be evaluated. Written with the change and only ever added to: what
-- comes in while somebody is being evaluated is evaluated after that.
CREATE TABLE automation_evaluations (
  sequence        bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  organization_id uuid NOT NULL,
  automation_id   uuid NOT NULL,
  participant_id  uuid NOT NULL,
  due_at          timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id)
);
CREATE INDEX automation_evaluations_due_idx ON automation_evaluations (organization_id, due_at);
ALTER TABLE automation_evaluations ADD PRIMARY KEY (organization_id, automation_id, sequence);

-- Events.

-- What was sent, and what the service itself made, once and for all. The id carries the time at which it arrived.
CREATE TABLE events (
  event_timestamp       timestamptz(3) NOT NULL,
  organization_id       uuid NOT NULL,
  id                    uuid NOT NULL CONSTRAINT events_id_has_time CHECK (get_byte(uuid_send(id), 6) >> 4 = 7),
  program_id            uuid NOT NULL,
  participant_id        uuid,
  recipient_id          uuid,
  -- An event that another one caused is one deeper than that; nothing goes deeper than 5, so that rules
  -- which answer each other's events come to an end.
  cause_event_id        uuid,
  automation_id         uuid,
  -- The request that an event goes back to, by which the lines of the log are found that belong together: its bytes, as a UUID.
  request_id            uuid,
  depth                 smallint NOT NULL DEFAULT 0 CHECK (depth BETWEEN 0 AND 5),
  event_type            text NOT NULL CHECK (event_type IN ('EXTERNAL', 'SYSTEM')),
  external_id           text,
  idempotency_key       text NOT NULL,
  event_data            json NOT NULL,
  CONSTRAINT events_caused CHECK ((cause_event_id IS NULL) = (depth = 0)),
  CONSTRAINT events_made_here CHECK (event_type = 'SYSTEM' OR cause_event_id IS NULL),
  CONSTRAINT events_of_automation CHECK (automation_id IS NULL OR (event_type = 'SYSTEM' AND cause_event_id IS NULL)),
  CONSTRAINT events_automation_fkey FOREIGN KEY (organization_id, automation_id) REFERENCES automations (organization_id, id)
) WITH (autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX events_program_idx ON events (organization_id, program_id, id);
CREATE INDEX events_participant_idx ON events (organization_id, participant_id, id) WHERE participant_id IS NOT NULL;
CREATE INDEX events_cause_idx ON events (organization_id, cause_event_id) WHERE cause_event_id IS NOT NULL;
CREATE INDEX events_automation_idx ON events (organization_id, automation_id, id) WHERE automation_id IS NOT NULL;
ALTER TABLE events
  ADD CONSTRAINT events_identity UNIQUE (organization_id, program_id, idempotency_key),
  ADD PRIMARY KEY (organization_id, id),
  ADD CONSTRAINT events_cause_fkey FOREIGN KEY (organization_id, cause_event_id) REFERENCES events (organization_id, id);

-- The events that are still to be processed, in the order in which each lane of a program takes them. A lane is a slot
-- that the participant's id hashes to, so that a participant's events wait in one line. Those that were queued again, for a
-- retry or on request, wait in the negative counterpart of their slot (-1 for 0), where the few that hold others back are found.
CREATE TABLE event_queue (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  -- Compared with the clock of the organization.
  due_at          timestamptz(3) NOT NULL,
  id              uuid NOT NULL,
  participant_id  uuid,
  -- When it was queued again; null for one that has waited since it was stored.
  requeued_at     timestamptz(3),
  lane            smallint NOT NULL,
  retry_count     smallint NOT NULL DEFAULT 0 CHECK (retry_count >= 0),
  PRIMARY KEY (organization_id, program_id, lane, due_at, id),
  CONSTRAINT event_queue_lane CHECK (
    (coalesce(get_byte(uuid_send(participant_id), 15) & 63, 0)) = CASE WHEN requeued_at IS NULL THEN lane ELSE -1 - lane END),
  CONSTRAINT event_queue_retries CHECK (retry_count = 0 OR requeued_at IS NOT NULL)
) WITH (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0
);

-- How events ended, and what each rule decided. An event without an outcome waits in the queue.
CREATE TABLE event_outcomes (
  processed_at               timestamptz(3) NOT NULL,
  organization_id            uuid NOT NULL,
  event_id                   uuid NOT NULL,
  rule_configuration_version integer NOT NULL,
  status                     text NOT NULL CHECK (status IN ('COMPLETED', 'FAILED')),
  error_code                 text,
  error_message              text,
  -- Null once its month is older than evaluations are kept.
  evaluations                json,
  CONSTRAINT event_outcomes_reason CHECK ((status = 'FAILED') = (error_message IS NOT NULL)),
  CONSTRAINT event_outcomes_code CHECK (error_code IS NULL OR status = 'FAILED')
) PARTITION BY RANGE (event_id);
-- Takes the months whose partition is still to be made.
CREATE TABLE event_outcomes_default PARTITION OF event_outcomes DEFAULT;
CREATE INDEX event_outcomes_failed_idx ON event_outcomes (organization_id, event_id) INCLUDE (error_code) WHERE status = 'FAILED';
-- Events that waited so long, or whose clocks differed so much, that the time in the id does not tell when they were processed.
CREATE INDEX event_outcomes_late_idx ON event_outcomes (organization_id, processed_at)
  WHERE processed_at - to_timestamp(((get_byte(uuid_send(event_id), 0)::bigint << 40) | (get_byte(uuid_send(event_id), 1)::bigint << 32) | (get_byte(uuid_send(event_id), 2)::bigint << 24)
    | (get_byte(uuid_send(event_id), 3) << 16) | (get_byte(uuid_send(event_id), 4) << 8) | get_byte(uuid_send(event_id), 5)) / 1000::float8)::timestamptz(3)::timestamptz
    NOT BETWEEN interval '-1 minute' AND interval '1 hour';
ALTER TABLE event_outcomes ADD PRIMARY KEY (organization_id, event_id);

-- The row is the queue: its audience is walked through in the order of ids, and `reached` is the last
-- one whose event is made. Event and mark are committed together, so that nobody is left out or told twice.
CREATE TABLE broadcasts (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  group_id        uuid,
  cause_event_id  uuid NOT NULL,
  depth           smallint NOT NULL CHECK (depth BETWEEN 1 AND 5),
  event_data      json NOT NULL,
  due_at          timestamptz(3) NOT NULL,
  reached         uuid,
  event_count     integer NOT NULL DEFAULT 0 CHECK (event_count >= 0),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, group_id) REFERENCES groups (organization_id, id),
  CONSTRAINT broadcasts_cause_fkey FOREIGN KEY (organization_id, cause_event_id) REFERENCES events (organization_id, id)
);
CREATE INDEX broadcasts_due_idx ON broadcasts (organization_id, due_at) WHERE completed_at IS NULL;
ALTER TABLE broadcasts ADD PRIMARY KEY (organization_id, id);

-- The ledger. An amount is signed: what an account receives is positive, what it gives is negative.

-- One row per entry, with its postings in arrays of equal length, in the order of their lines, which count from 0. The id is made at the
-- time of the entry, so its key is the order of the journal.
CREATE TABLE journal_entries (
  organization_id uuid NOT NULL,
  id              uuid NOT NULL,
  program_id      uuid NOT NULL,
  event_id        uuid,
  rule_id         uuid,
  -- The order in which entries were written, where that of their ids, which several processes make, is not enough.
  sequence        bigint GENERATED ALWAYS AS IDENTITY,
  created_at      timestamptz(3) NOT NULL,
  rule_version    integer,
  type            text NOT NULL,
  account_types   text[] NOT NULL,
  accounts        uuid[] NOT NULL,
  assets          uuid[] NOT NULL,
  buckets         text[] NOT NULL,
  amounts         numeric(78, 18)[] NOT NULL,
  -- Null when no posting is in HELD.
  hold_references text[],
  description     text,
  reference_id    text
);
-- Nearly all entries are credits, which are found soon in the order of the journal itself.
CREATE INDEX journal_entries_type_idx ON journal_entries (organization_id, type, id) WHERE type <> 'CREDIT';
CREATE INDEX journal_entries_rule_idx ON journal_entries (organization_id, rule_id, id) WHERE rule_id IS NOT NULL;
CREATE INDEX journal_entries_event_idx ON journal_entries (organization_id, event_id) WHERE event_id IS NOT NULL;
CREATE INDEX journal_entries_reference_idx ON journal_entries (organization_id, reference_id, id) WHERE reference_id IS NOT NULL;
ALTER TABLE journal_entries ADD PRIMARY KEY (organization_id, id);

-- The statement of each participant's and group's account, in the order of the journal: every posting of theirs, written by the database.
CREATE TABLE account_entries (
  organization_id uuid NOT NULL,
  account_id      uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  entry_id        uuid NOT NULL,
  line            smallint NOT NULL,
  bucket          text NOT NULL,
  amount          numeric(78, 18) NOT NULL,
  hold_reference  text
);
-- What moved under one hold, for wallets that tell provisional issues from reservations.
CREATE INDEX account_entries_held_idx ON account_entries (organization_id, account_id, program_id, asset_id, hold_reference) WHERE bucket = 'HELD';
ALTER TABLE account_entries ADD PRIMARY KEY (organization_id, account_id, program_id, asset_id, entry_id, line);

CREATE TABLE balances (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL CHECK (account_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM_WALLET')),
  account_id      uuid NOT NULL,
  available       numeric(78, 18) NOT NULL DEFAULT 0,
  held            numeric(78, 18) NOT NULL DEFAULT 0 CHECK (held >= 0),
  deferred        numeric(78, 18) NOT NULL DEFAULT 0 CHECK (deferred >= 0),
  -- How far below zero ALLOW_NEGATIVE debits have been permitted to take `available`.
  overdraft_limit numeric(78, 18) NOT NULL DEFAULT 0 CHECK (overdraft_limit >= 0),
  -- Value moves only where the asset is linked, and the link stays while a balance needs it.
  CONSTRAINT balances_linked FOREIGN KEY (organization_id, program_id, asset_id) REFERENCES program_assets (organization_id, program_id, asset_id),
  CONSTRAINT balances_not_overdrawn CHECK (available >= -overdraft_limit)
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0, fillfactor = 60);
CREATE INDEX balances_organization_idx ON balances (organization_id, asset_id, program_id, account_type, account_id);
ALTER TABLE balances ADD PRIMARY KEY (organization_id, account_id, program_id, asset_id);

CREATE TABLE holds (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL CHECK (account_type IN ('PARTICIPANT', 'GROUP')),
  account_id      uuid NOT NULL,
  reference_id    text NOT NULL,
  amount          numeric(78, 18) NOT NULL CONSTRAINT holds_not_negative CHECK (amount >= 0),
  created_at      timestamptz(3) NOT NULL,
  -- Whether anything was ever credited under a hold: only then can part of it be a provisional issue.
  credited        boolean NOT NULL DEFAULT false,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id)
);
CREATE INDEX holds_live_idx ON holds (organization_id, account_id, program_id, asset_id) WHERE amount > 0;
CREATE INDEX holds_credited_idx ON holds (organization_id, program_id, asset_id) WHERE amount > 0 AND credited;
ALTER TABLE holds ADD PRIMARY KEY (organization_id, account_id, program_id, asset_id, reference_id);

CREATE TABLE lots (
  organization_id uuid NOT NULL,
  id              uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL CHECK (account_type IN ('PARTICIPANT', 'GROUP')),
  account_id      uuid NOT NULL,
  amount          numeric(78, 18) NOT NULL CHECK (amount > 0),
  remaining       numeric(78, 18) NOT NULL DEFAULT 0,
  -- The bucket that what is left lies in, or lay in last.
  bucket          text NOT NULL CHECK (bucket IN ('AVAILABLE', 'HELD', 'DEFERRED')),
  expired         boolean NOT NULL DEFAULT false,
  status          text NOT NULL GENERATED ALWAYS AS (CASE WHEN remaining > 0 THEN bucket WHEN expired THEN 'EXPIRED' ELSE 'CONSUMED' END) STORED,
  reference_id    text,
  provisional     boolean NOT NULL,
  parent_id       uuid,
  entry_id        uuid NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  matures_at      timestamptz(3),
  expires_at      timestamptz(3),
  FOREIGN KEY (organization_id, entry_id) REFERENCES journal_entries,
  CONSTRAINT lots_within_their_amount CHECK (remaining >= 0 AND remaining <= amount),
  CHECK (matures_at <= expires_at),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id)
);
CREATE INDEX lots_live_idx ON lots (organization_id, account_id, program_id, asset_id) WHERE remaining > 0;
CREATE INDEX lots_account_idx ON lots (organization_id, account_id, program_id, asset_id, id);
CREATE INDEX lots_maturing_idx ON lots (organization_id, matures_at) WHERE remaining > 0 AND bucket = 'DEFERRED';
CREATE INDEX lots_expiring_idx ON lots (organization_id, expires_at) WHERE remaining > 0 AND expires_at IS NOT NULL;
CREATE INDEX lots_entry_idx ON lots (organization_id, entry_id);
CREATE INDEX lots_provisional_idx ON lots (organization_id, program_id, asset_id) INCLUDE (remaining) WHERE remaining > 0 AND bucket = 'HELD' AND provisional;
ALTER TABLE lots ADD PRIMARY KEY (organization_id, id), ADD FOREIGN KEY (organization_id, parent_id) REFERENCES lots;

-- What each posting of a LOT asset did to which lot; without a lot, to the overdraft.
CREATE TABLE lot_postings (
  organization_id uuid NOT NULL,
  entry_id        uuid NOT NULL,
  lot_id          uuid,
  part            integer NOT NULL,
  line            smallint NOT NULL,
  amount          numeric(78, 18) NOT NULL CHECK (amount <> 0),
  FOREIGN KEY (organization_id, lot_id) REFERENCES lots
);
CREATE INDEX lot_postings_lot_idx ON lot_postings (organization_id, lot_id, entry_id) WHERE lot_id IS NOT NULL;
ALTER TABLE lot_postings ADD PRIMARY KEY (organization_id, entry_id, line, part);

-- Proof: the chain of sealed entries and its signed checkpoints.

-- Where the chain of an organization stands. Whoever seals holds this row; posting never looks at it.
CREATE TABLE entry_chains (
  organization_id     uuid PRIMARY KEY REFERENCES organizations,
  position            bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  seal_hash           bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(seal_hash) = 32),
  checkpoint_position bigint NOT NULL DEFAULT 0 CHECK (checkpoint_position BETWEEN 0 AND position),
  -- Real time; null while the last checkpoint stands at the head.
  checkpoint_due_at   timestamptz(3)
);
CREATE INDEX entry_chains_checkpoint_idx ON entry_chains (checkpoint_due_at) WHERE checkpoint_due_at IS NOT NULL;

-- Entries that are not sealed yet: a row for each statement that wrote some, in the order of writing. It becomes visible with
-- its entries and goes with their seal, so an entry that is in neither place was put there behind the ledger's back.
CREATE TABLE entry_seal_queue (
  organization_id uuid NOT NULL,
  sequence        bigint NOT NULL,
  entry_ids       uuid[] NOT NULL CHECK (cardinality(entry_ids) > 0),
  PRIMARY KEY (organization_id, sequence)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- A segment of consecutive entries: their ids and hashes in order, the root of the tree over those, and the seal before.
-- `sealed_at` is real time. Without foreign keys, whose checks would write to every entry once more:
-- entries refuse deletion themselves, and a verification finds what is missing all the same.
CREATE TABLE entry_seals (
  organization_id uuid NOT NULL,
  -- Of the least and the greatest of its entries' ids: an entry is looked for only where it can be.
  lowest_id       uuid NOT NULL,
  highest_id      uuid NOT NULL,
  first_position  bigint NOT NULL CHECK (first_position >= 1),
  sealed_at       timestamptz(3) NOT NULL,
  entries         integer NOT NULL,
  root            bytea NOT NULL CHECK (octet_length(root) = 32),
  previous_hash   bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  -- What src/domain/ledger/seal.ts says of it, byte for byte.
  seal_hash       bytea NOT NULL GENERATED ALWAYS AS (
    sha256('\x02'::bytea || uuid_send(organization_id) || int8send(first_position) || int4send(entries) || root || previous_hash)) STORED,
  entry_ids       uuid[] NOT NULL,
  -- 32 bytes each. Not compressible, and read a few bytes at a time.
  entry_hashes    bytea NOT NULL,
  CONSTRAINT entry_seals_counted CHECK (entries > 0 AND octet_length(entry_hashes) = 32 * entries
    AND array_ndims(entry_ids) = 1 AND array_lower(entry_ids, 1) = 1 AND cardinality(entry_ids) = entries)
);
ALTER TABLE entry_seals ALTER COLUMN entry_hashes SET STORAGE EXTERNAL;
CREATE INDEX entry_seals_ids_idx ON entry_seals (organization_id, highest_id, lowest_id);
ALTER TABLE entry_seals ADD PRIMARY KEY (organization_id, first_position);

-- The keys of the deployment. Public keys are kept for as long as there are checkpoints to check.
CREATE TABLE ledger_signing_keys (
  id          text PRIMARY KEY,
  public_key  text NOT NULL,
  private_key bytea NOT NULL,
  created_at  timestamptz(3) NOT NULL
);
CREATE INDEX ledger_signing_keys_created_idx ON ledger_signing_keys (created_at, id);

CREATE TABLE ledger_checkpoints (
  organization_id uuid NOT NULL REFERENCES organizations,
  position        bigint NOT NULL CHECK (position >= 1),
  seal_hash       bytea NOT NULL CHECK (octet_length(seal_hash) = 32),
  key_id          text NOT NULL REFERENCES ledger_signing_keys,
  signature       bytea NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, position)
);

CREATE TABLE ledger_verifications (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL REFERENCES organizations,
  status           text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'PASSED', 'FAILED')),
  -- The head of the chain when it began; what is sealed later is another verification's.
  through_position bigint NOT NULL DEFAULT 0,
  total            bigint NOT NULL DEFAULT 0,
  checked          bigint NOT NULL DEFAULT 0,
  -- What is to be looked at next: a step and, within it, a place. Null before the first step.
  step             text,
  place            json,
  violation_count  bigint NOT NULL DEFAULT 0,
  violations       json NOT NULL DEFAULT '[]',
  -- Who is at it, and until when in real time.
  lease_token      uuid,
  lease_until      timestamptz(3),
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  completed_at     timestamptz(3),
  CHECK ((status = 'RUNNING') = (completed_at IS NULL))
);
CREATE INDEX ledger_verifications_created_idx ON ledger_verifications (organization_id, created_at, id);
CREATE UNIQUE INDEX ledger_verifications_running_idx ON ledger_verifications (organization_id) WHERE status = 'RUNNING';
ALTER TABLE ledger_verifications ADD PRIMARY KEY (organization_id, id);

-- Accounting periods.

CREATE TABLE ledger_periods (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  status          text NOT NULL DEFAULT 'CLOSING' CHECK (status IN ('CLOSING', 'CLOSED', 'REOPENED')),
  description     text,
  -- Null: from the first entry on. Exclusive at its end.
  period_from     timestamptz(3),
  period_to       timestamptz(3) NOT NULL,
  entry_count     bigint CHECK (entry_count >= 0),
  -- Where the hash chain stood when it closed: every entry of the period lies at or before this position.
  chain_position  bigint CHECK (chain_position >= 0),
  seal_hash       bytea CHECK (octet_length(seal_hash) = 32),
  reopen_reason   text,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  closed_at       timestamptz(3),
  reopened_at     timestamptz(3),
  CHECK (period_from < period_to),
  CHECK (status <> 'CLOSED' OR closed_at IS NOT NULL),
  CHECK ((closed_at IS NULL) = (entry_count IS NULL) AND (closed_at IS NULL) = (chain_position IS NULL)),
  CHECK ((status = 'REOPENED') = (reopened_at IS NOT NULL) AND (status = 'REOPENED') = (reopen_reason IS NOT NULL))
);
CREATE INDEX ledger_periods_created_idx ON ledger_periods (organization_id, created_at, id);
CREATE INDEX ledger_periods_closing_idx ON ledger_periods (organization_id, created_at, id) WHERE status = 'CLOSING';
-- Periods that stand follow each other without a gap: none begins where another does.
CREATE UNIQUE INDEX ledger_periods_standing_idx ON ledger_periods (organization_id, period_to) WHERE status <> 'REOPENED';
CREATE UNIQUE INDEX ledger_periods_begin_idx ON ledger_periods (organization_id, coalesce(period_from, '-infinity')) WHERE status <> 'REOPENED';
ALTER TABLE ledger_periods ADD PRIMARY KEY (organization_id, id);

-- The trial balance at the end of the period.
CREATE TABLE ledger_period_balances (
  organization_id uuid NOT NULL,
  period_id       uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL,
  balance         numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, period_id, asset_id, program_id, account_type),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  FOREIGN KEY (organization_id, period_id) REFERENCES ledger_periods (organization_id, id)
);

-- What was owed to participants and groups, and how it came to be.
CREATE TABLE ledger_period_figures (
  organization_id uuid NOT NULL,
  period_id       uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  opening         numeric(78, 18) NOT NULL,
  issued          numeric(78, 18) NOT NULL,
  reversed        numeric(78, 18) NOT NULL,
  redeemed        numeric(78, 18) NOT NULL,
  expired         numeric(78, 18) NOT NULL,
  forfeited       numeric(78, 18) NOT NULL,
  debited         numeric(78, 18) NOT NULL,
  voided          numeric(78, 18) NOT NULL,
  closing         numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, period_id, asset_id, program_id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  FOREIGN KEY (organization_id, period_id) REFERENCES ledger_periods (organization_id, id),
  CHECK (closing = opening + issued + reversed - redeemed - expired - forfeited - debited - voided)
);

-- Transfers.

CREATE TABLE transfers (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  entry_id        uuid NOT NULL,
  source_type     text NOT NULL CHECK (source_type IN ('PARTICIPANT', 'GROUP')),
  source_id       uuid NOT NULL,
  total_amount    numeric(78, 18) NOT NULL CHECK (total_amount > 0),
  recipient_count smallint NOT NULL CHECK (recipient_count >= 1),
  preserve_expiry boolean NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, entry_id) REFERENCES journal_entries (organization_id, id),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id)
);
CREATE INDEX transfers_created_idx ON transfers (organization_id, created_at, id);
CREATE INDEX transfers_program_idx ON transfers (organization_id, program_id, created_at, id);
CREATE INDEX transfers_source_idx ON transfers (organization_id, source_id, created_at, id);
ALTER TABLE transfers ADD UNIQUE (organization_id, entry_id), ADD PRIMARY KEY (organization_id, id);

CREATE TABLE transfer_recipients (
  transfer_id     uuid NOT NULL,
  position        smallint NOT NULL CHECK (position >= 0),
  organization_id uuid NOT NULL,
  account_type    text NOT NULL CHECK (account_type IN ('PARTICIPANT', 'GROUP')),
  account_id      uuid NOT NULL,
  amount          numeric(78, 18) NOT NULL CHECK (amount > 0),
  FOREIGN KEY (organization_id, transfer_id) REFERENCES transfers (organization_id, id)
);
CREATE INDEX transfer_recipients_account_idx ON transfer_recipients (organization_id, account_id, transfer_id);
ALTER TABLE transfer_recipients
  ADD UNIQUE (organization_id, transfer_id, account_id),
  ADD PRIMARY KEY (organization_id, transfer_id, position);

-- Rewards, redemptions and their fulfillment.

-- `settings` may be shown; `secrets` is encrypted and never leaves the service.
CREATE TABLE fulfillment_accounts (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  provider        text NOT NULL CHECK (provider IN ('TREMENDOUS', 'SANDBOX')),
  name            text NOT NULL,
  settings        json NOT NULL,
  secrets         bytea,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  verified_at     timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CHECK (provider = 'SANDBOX' OR secrets IS NOT NULL)
);
CREATE INDEX fulfillment_accounts_created_idx ON fulfillment_accounts (organization_id, created_at, id);
ALTER TABLE fulfillment_accounts ADD PRIMARY KEY (organization_id, id);

CREATE TABLE reward_sources (
  id                     uuid NOT NULL,
  organization_id        uuid NOT NULL,
  program_id             uuid NOT NULL,
  fulfillment_account_id uuid NOT NULL,
  asset_id               uuid NOT NULL,
  -- Units of the asset for one unit of the policy's currency.
  rate                   numeric(78, 18) NOT NULL CHECK (rate > 0),
  policy                 json NOT NULL,
  status                 text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'ARCHIVED')),
  created_at             timestamptz(3) NOT NULL,
  updated_at             timestamptz(3) NOT NULL,
  deleted_at             timestamptz(3),
  CONSTRAINT reward_sources_linked FOREIGN KEY (organization_id, program_id, asset_id) REFERENCES program_assets (organization_id, program_id, asset_id),
  FOREIGN KEY (organization_id, fulfillment_account_id) REFERENCES fulfillment_accounts (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX reward_sources_program_idx ON reward_sources (organization_id, program_id, created_at, id);
ALTER TABLE reward_sources ADD UNIQUE (organization_id, program_id, asset_id, id), ADD PRIMARY KEY (organization_id, id);

CREATE TABLE rewards (
  id                  uuid NOT NULL,
  organization_id     uuid NOT NULL,
  program_id          uuid NOT NULL,
  asset_id            uuid NOT NULL,
  name                text NOT NULL,
  description         text,
  category            text,
  image_url           text,
  metadata            json NOT NULL DEFAULT '{}',
  redemption_type     text NOT NULL CHECK (redemption_type IN ('UNIT_BASED', 'AMOUNT_BASED')),
  unit_cost           numeric(78, 18) CHECK (unit_cost > 0),
  status              text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('DRAFT', 'ACTIVE', 'OUT_OF_STOCK', 'ARCHIVED')),
  max_total           bigint CHECK (max_total >= 1),
  max_per_participant bigint CHECK (max_per_participant >= 1),
  -- Units of the redemptions that stand; follows them by trigger.
  redeemed_count      bigint NOT NULL DEFAULT 0 CHECK (redeemed_count >= 0),
  available_from      timestamptz(3),
  available_until     timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  deleted_at          timestamptz(3),
  -- `product` is what the provider said of the product when the reward was made.
  reward_source_id    uuid,
  product_id          text,
  product             json,
  CONSTRAINT rewards_within_max_total CHECK (redeemed_count <= max_total),
  CONSTRAINT rewards_linked FOREIGN KEY (organization_id, program_id, asset_id) REFERENCES program_assets (organization_id, program_id, asset_id),
  CHECK ((redemption_type = 'UNIT_BASED') = (unit_cost IS NOT NULL)),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CHECK (available_from < available_until),
  CONSTRAINT rewards_source FOREIGN KEY (organization_id, program_id, asset_id, reward_source_id) REFERENCES reward_sources (organization_id, program_id, asset_id, id),
  CONSTRAINT rewards_fulfilled CHECK ((reward_source_id IS NULL) = (product_id IS NULL) AND (reward_source_id IS NULL) = (product IS NULL) AND (reward_source_id IS NULL OR redemption_type = 'AMOUNT_BASED'))
);
CREATE INDEX rewards_program_idx ON rewards (organization_id, program_id, created_at, id);
ALTER TABLE rewards ADD CONSTRAINT rewards_name UNIQUE (organization_id, program_id, name), ADD PRIMARY KEY (organization_id, id);

-- A redemption that is pending, or was, has a reservation: a hold under the reference `service:redemption:<id>`.
CREATE TABLE redemptions (
  id                       uuid NOT NULL,
  organization_id          uuid NOT NULL,
  program_id               uuid NOT NULL,
  participant_id           uuid NOT NULL,
  asset_id                 uuid NOT NULL,
  amount                   numeric(78, 18) NOT NULL CHECK (amount > 0),
  description              text,
  -- The account that the value goes to, and comes back from.
  target                   text NOT NULL CHECK (target IN ('SYSTEM_REDEMPTION', 'SYSTEM_BREAKAGE')),
  status                   text NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED', 'CANCELLED', 'PARTIALLY_REVERSED', 'FULLY_REVERSED')),
  failure_reason           text,
  reward_id                uuid,
  quantity                 bigint CHECK (quantity >= 1),
  unit_cost                numeric(78, 18) CHECK (unit_cost > 0),
  reversed_quantity        bigint CHECK (reversed_quantity BETWEEN 0 AND quantity),
  -- How many of the reward it takes.
  units                    bigint NOT NULL GENERATED ALWAYS AS (CASE
    WHEN reward_id IS NULL OR status IN ('FAILED', 'CANCELLED', 'FULLY_REVERSED') THEN 0
    ELSE quantity - coalesce(reversed_quantity, 0) END) STORED,
  journal_entry_id         uuid NOT NULL,
  reservation_id           uuid,
  expires_at               timestamptz(3),
  resolved_at              timestamptz(3),
  capture_journal_entry_id uuid,
  captured_at              timestamptz(3),
  release_journal_entry_id uuid,
  released_amount          numeric(78, 18) CHECK (released_amount > 0 AND released_amount <= amount),
  reversed_amount          numeric(78, 18) NOT NULL DEFAULT 0 CHECK (reversed_amount BETWEEN 0 AND amount),
  created_at               timestamptz(3) NOT NULL,
  updated_at               timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, journal_entry_id) REFERENCES journal_entries (organization_id, id),
  FOREIGN KEY (organization_id, capture_journal_entry_id) REFERENCES journal_entries (organization_id, id),
  FOREIGN KEY (organization_id, release_journal_entry_id) REFERENCES journal_entries (organization_id, id),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  FOREIGN KEY (organization_id, reward_id) REFERENCES rewards (organization_id, id),
  CONSTRAINT redemptions_catalog CHECK ((reward_id IS NULL) = (quantity IS NULL) AND (reward_id IS NULL) = (unit_cost IS NULL)
    AND (reversed_quantity IS NULL OR reward_id IS NOT NULL) AND (reward_id IS NULL OR quantity * unit_cost = amount)),
  CONSTRAINT redemptions_reservation CHECK ((reservation_id IS NULL) = (expires_at IS NULL)),
  CONSTRAINT redemptions_resolution CHECK (CASE WHEN reservation_id IS NULL THEN resolved_at IS NULL AND status NOT IN ('PENDING', 'FAILED', 'CANCELLED')
    ELSE (status = 'PENDING') = (resolved_at IS NULL) END),
  CONSTRAINT redemptions_capture CHECK ((capture_journal_entry_id IS NULL) = (captured_at IS NULL)
    AND (capture_journal_entry_id IS NOT NULL) = (reservation_id IS NOT NULL AND status NOT IN ('PENDING', 'FAILED', 'CANCELLED'))),
  CONSTRAINT redemptions_release CHECK ((release_journal_entry_id IS NULL) = (released_amount IS NULL)
    AND (release_journal_entry_id IS NULL OR status IN ('FAILED', 'CANCELLED'))),
  CONSTRAINT redemptions_failure CHECK (CASE status WHEN 'FAILED' THEN failure_reason IS NOT NULL WHEN 'CANCELLED' THEN true ELSE failure_reason IS NULL END),
  CONSTRAINT redemptions_reversal CHECK (status = CASE WHEN reversed_amount = amount THEN 'FULLY_REVERSED' WHEN reversed_amount > 0 THEN 'PARTIALLY_REVERSED'
    WHEN status IN ('PARTIALLY_REVERSED', 'FULLY_REVERSED') THEN 'nothing is reversed' ELSE status END
    AND (reversed_quantity IS NULL OR (reversed_quantity = quantity) = (status = 'FULLY_REVERSED')))
);
CREATE INDEX redemptions_created_idx ON redemptions (organization_id, created_at, id);
CREATE INDEX redemptions_participant_idx ON redemptions (organization_id, participant_id, created_at, id);
CREATE INDEX redemptions_program_idx ON redemptions (organization_id, program_id, created_at, id);
CREATE INDEX redemptions_reward_idx ON redemptions (organization_id, reward_id, created_at, id) WHERE reward_id IS NOT NULL;
CREATE INDEX redemptions_taken_idx ON redemptions (organization_id, reward_id, participant_id) WHERE units > 0;
CREATE INDEX redemptions_expiring_idx ON redemptions (organization_id, expires_at) WHERE status = 'PENDING';
CREATE INDEX redemptions_reservation_expired_idx ON redemptions (organization_id, resolved_at) WHERE failure_reason = 'reservation_expired';
CREATE INDEX redemptions_unsettled_idx ON redemptions (organization_id, status, created_at, id) WHERE status <> 'COMPLETED';
ALTER TABLE redemptions
  ADD UNIQUE (organization_id, journal_entry_id),
  ADD UNIQUE (organization_id, reservation_id),
  ADD UNIQUE (organization_id, capture_journal_entry_id),
  ADD UNIQUE (organization_id, release_journal_entry_id),
  ADD PRIMARY KEY (organization_id, id);

CREATE TABLE redemption_reversals (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL,
  redemption_id    uuid NOT NULL,
  amount           numeric(78, 18) NOT NULL CHECK (amount > 0),
  quantity         bigint CHECK (quantity >= 0),
  reason           text NOT NULL,
  journal_entry_id uuid NOT NULL,
  created_at       timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, journal_entry_id) REFERENCES journal_entries (organization_id, id),
  FOREIGN KEY (organization_id, redemption_id) REFERENCES redemptions (organization_id, id)
);
CREATE INDEX redemption_reversals_redemption_idx ON redemption_reversals (organization_id, redemption_id, created_at, id);
ALTER TABLE redemption_reversals ADD UNIQUE (organization_id, journal_entry_id), ADD PRIMARY KEY (organization_id, id);

-- One order a redemption, known to the provider by the redemption's id. Once `begun_at` is set the
-- provider may have it. An open order has a due time; while a worker asks about it, a lease.
CREATE TABLE fulfillment_orders (
  redemption_id          uuid NOT NULL,
  organization_id        uuid NOT NULL,
  fulfillment_account_id uuid NOT NULL,
  product_id             text NOT NULL,
  face_value_minor       bigint NOT NULL CHECK (face_value_minor >= 1),
  face_currency          text NOT NULL,
  status                 text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'ORDERED', 'DELIVERED', 'FAILED')),
  attempt_count          integer NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  next_attempt_at        timestamptz(3),
  lease_until            timestamptz(3),
  begun_at               timestamptz(3),
  provider_order_id      text,
  failure_reason         text,
  -- Where the participant claims what was delivered; encrypted.
  link                   bytea,
  -- Opens the claim page of its organization: found by its hash, shown again from its encrypted form.
  claim_token_hash       bytea NOT NULL,
  claim_token            bytea NOT NULL,
  consented_at           timestamptz(3),
  resolved_at            timestamptz(3),
  created_at             timestamptz(3) NOT NULL,
  updated_at             timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, redemption_id) REFERENCES redemptions (organization_id, id),
  FOREIGN KEY (organization_id, fulfillment_account_id) REFERENCES fulfillment_accounts (organization_id, id),
  CONSTRAINT fulfillment_orders_end CHECK ((status IN ('DELIVERED', 'FAILED')) = (resolved_at IS NOT NULL) AND (status IN ('PENDING', 'ORDERED')) = (next_attempt_at IS NOT NULL)
    AND (lease_until IS NULL OR status IN ('PENDING', 'ORDERED')) AND (status = 'FAILED') = (failure_reason IS NOT NULL)),
  CONSTRAINT fulfillment_orders_known CHECK (status NOT IN ('ORDERED', 'DELIVERED') OR provider_order_id IS NOT NULL),
  CONSTRAINT fulfillment_orders_begun CHECK ((begun_at IS NULL) = (attempt_count = 0) AND (provider_order_id IS NULL OR begun_at IS NOT NULL)),
  CONSTRAINT fulfillment_orders_link CHECK ((status = 'DELIVERED') = (link IS NOT NULL))
);
CREATE INDEX fulfillment_orders_due_idx ON fulfillment_orders (organization_id, next_attempt_at) WHERE status IN ('PENDING', 'ORDERED');
CREATE INDEX fulfillment_orders_busy_idx ON fulfillment_orders (organization_id, fulfillment_account_id) WHERE lease_until IS NOT NULL;
ALTER TABLE fulfillment_orders ADD UNIQUE (organization_id, claim_token_hash), ADD PRIMARY KEY (organization_id, redemption_id);

-- Webhooks.

-- Webhooks: an envelope, its deliveries (one an endpoint) while they wait, and the attempts of each.
CREATE TABLE webhook_endpoints (
  id                  uuid NOT NULL,
  organization_id     uuid NOT NULL REFERENCES organizations,
  url                 text NOT NULL,
  description         text,
  secret              bytea NOT NULL,
  previous_secret     bytea,
  previous_secret_until timestamptz(3),
  enabled_events      text[] NOT NULL,
  status              text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'DISABLED', 'ARCHIVED')),
  rate_limited_until  timestamptz(3),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  deleted_at          timestamptz(3),
  -- How an endpoint is doing: the unbroken run of failed attempts behind it, and why it was disabled.
  failing_since       timestamptz(3),
  consecutive_failures integer NOT NULL DEFAULT 0,
  disabled_at         timestamptz(3),
  disabled_reason     text CHECK (disabled_reason IN ('REQUESTED', 'SUSTAINED_FAILURE')),
  -- How an endpoint let go of the last attempt, which decides how much of a sender's room its next ones may take.
  pace                text NOT NULL DEFAULT 'PROMPT' CHECK (pace IN ('PROMPT', 'SLOW', 'SILENT')),
  CHECK (consecutive_failures >= 0 AND (consecutive_failures > 0) = (failing_since IS NOT NULL)),
  CHECK ((status = 'DISABLED') = (disabled_at IS NOT NULL) AND (disabled_at IS NULL) = (disabled_reason IS NULL))
);
CREATE INDEX webhook_endpoints_organization_idx ON webhook_endpoints (organization_id, created_at, id);
ALTER TABLE webhook_endpoints ADD PRIMARY KEY (organization_id, id);

-- Envelopes: facts, made at the time of their ids on the clock of the organization.
CREATE TABLE webhook_events (
  organization_id uuid NOT NULL,
  id              uuid NOT NULL,
  -- The request that it goes back to, as a UUID.
  request_id      uuid,
  type            text NOT NULL,
  api_version     text NOT NULL,
  data            json NOT NULL
) PARTITION BY RANGE (id);
-- Takes the months whose partition is still to be made.
CREATE TABLE webhook_events_default PARTITION OF webhook_events DEFAULT;
-- The types that few webhooks have; the others are found soon in the order of their ids.
CREATE INDEX webhook_events_type_idx ON webhook_events (organization_id, type, id)
  WHERE type NOT IN ('event.completed', 'balance.credited', 'balance.debited');
ALTER TABLE webhook_events ADD PRIMARY KEY (organization_id, id);

-- Recovery: the failed deliveries of an endpoint are queued again a few at a time. A row is the queue and the progress.
CREATE TABLE webhook_recoveries (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  endpoint_id     uuid NOT NULL,
  status          text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'COMPLETED', 'CANCELLED')),
  -- Deliveries created from `window_from` up to, but not at, `window_to`; null: up to when it was asked for.
  window_from     timestamptz(3) NOT NULL,
  window_to       timestamptz(3),
  -- Failed deliveries of the window when it was asked for.
  total           integer NOT NULL CHECK (total >= 0),
  queued          integer NOT NULL DEFAULT 0 CHECK (queued >= 0),
  -- The last delivery that was queued, in the order of ids.
  reached_id      uuid,
  all_queued      boolean NOT NULL DEFAULT false,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  FOREIGN KEY (organization_id, endpoint_id) REFERENCES webhook_endpoints (organization_id, id),
  CHECK (window_from < window_to),
  CHECK ((reached_id IS NULL) = (queued = 0)),
  CHECK ((status = 'RUNNING') = (completed_at IS NULL)),
  CHECK (status <> 'COMPLETED' OR all_queued)
);
CREATE INDEX webhook_recoveries_endpoint_idx ON webhook_recoveries (organization_id, endpoint_id, created_at, id);
-- Two at once would take the same deliveries.
CREATE UNIQUE INDEX webhook_recoveries_running_idx ON webhook_recoveries (organization_id, endpoint_id) WHERE status = 'RUNNING';
ALTER TABLE webhook_recoveries ADD PRIMARY KEY (organization_id, id);

-- The deliveries that wait or are being sent. A claim gives a row a lease, in place; whoever ends a delivery deletes it. One whose lease
-- has lapsed waits again.
CREATE TABLE webhook_queue (
  organization_id  uuid NOT NULL,
  endpoint_id      uuid NOT NULL,
  -- Of a delivery that was never attempted, the time of its id.
  due_at           timestamptz(3) NOT NULL,
  id               uuid NOT NULL,
  webhook_event_id uuid NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  lease_until      timestamptz(3),
  -- How many rows of webhook_attempts tell of it already.
  recorded         integer NOT NULL DEFAULT 0 CHECK (recorded >= 0),
  -- Attempts that count, since it was queued.
  attempt_count    smallint NOT NULL DEFAULT 0 CHECK (attempt_count >= 0),
  response_status  smallint,
  first_limited_at timestamptz(3),
  recovery_id      uuid,
  error_code       text,
  last_error       text
) WITH (
  -- So that a lease finds room beside the row it is given to.
  fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_analyze_scale_factor = 0.02,
  autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_vacuum_cost_delay = 0
);
CREATE INDEX webhook_queue_recovery_idx ON webhook_queue (organization_id, recovery_id) WHERE recovery_id IS NOT NULL;
-- Few stand in these: what was put off or is sent again, and waits once.
CREATE UNIQUE INDEX webhook_queue_again_idx ON webhook_queue (organization_id, id) WHERE recorded > 0;
ALTER TABLE webhook_queue ADD PRIMARY KEY (organization_id, endpoint_id, due_at, id);

-- What became of deliveries, a fact for each attempt, and one for an end without an attempt, which has no duration. The last one of a
-- delivery says how it ended, unless it waits.
CREATE TABLE webhook_attempts (
  organization_id  uuid NOT NULL,
  delivery_id      uuid NOT NULL,
  endpoint_id      uuid NOT NULL,
  webhook_event_id uuid NOT NULL,
  attempted_at     timestamptz(3) NOT NULL,
  number           integer NOT NULL CHECK (number > 0),
  duration_ms      integer CHECK (duration_ms >= 0),
  response_status  smallint,
  -- Attempts that count, since the delivery was queued.
  attempt_count    smallint NOT NULL,
  -- More than an hour after the delivery was created: found by its own time, as others are by the delivery's.
  late             boolean NOT NULL,
  outcome          text NOT NULL CHECK (outcome IN ('DELIVERED', 'FAILED', 'RETRY')),
  -- The address, headers and bodies, packed; null without an attempt.
  exchange         bytea,
  error_code       text,
  error            text,
  recovery_id      uuid,
  CHECK ((duration_ms IS NULL) = (exchange IS NULL)),
  CHECK (outcome <> 'FAILED' OR (error_code IS NOT NULL AND error IS NOT NULL)),
  CHECK (outcome <> 'DELIVERED' OR (error_code IS NULL AND duration_ms IS NOT NULL AND response_status BETWEEN 200 AND 299))
) PARTITION BY RANGE (delivery_id);
-- Takes the months whose partition is still to be made.
CREATE TABLE webhook_attempts_default PARTITION OF webhook_attempts DEFAULT;
-- The deliveries of an endpoint; its success rate and latency are read from this index and the next alone.
CREATE INDEX webhook_attempts_endpoint_idx ON webhook_attempts (organization_id, endpoint_id, delivery_id) INCLUDE (attempted_at, duration_ms, error_code);
CREATE INDEX webhook_attempts_late_idx ON webhook_attempts (organization_id, endpoint_id, attempted_at) INCLUDE (duration_ms, error_code) WHERE late;
-- What lists are filtered by although it is rare: what goes well stands in none of these.
CREATE INDEX webhook_attempts_error_idx ON webhook_attempts (organization_id, error_code, delivery_id) WHERE error_code IS NOT NULL;
CREATE INDEX webhook_attempts_failed_idx ON webhook_attempts (organization_id, delivery_id) WHERE outcome = 'FAILED';
CREATE INDEX webhook_attempts_endpoint_failed_idx ON webhook_attempts (organization_id, endpoint_id, delivery_id) WHERE outcome = 'FAILED';
CREATE INDEX webhook_attempts_recovery_idx ON webhook_attempts (organization_id, recovery_id, delivery_id) WHERE recovery_id IS NOT NULL;
ALTER TABLE webhook_attempts ADD PRIMARY KEY (organization_id, delivery_id, number);

-- Backtests and corrections.

CREATE TABLE backtests (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL,
  program_id       uuid NOT NULL,
  status           text NOT NULL DEFAULT 'QUEUED' CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- Events that were processed from `window_from` up to, but not at, `window_to`.
  window_from      timestamptz(3) NOT NULL,
  window_to        timestamptz(3) NOT NULL,
  -- Null: everybody.
  participant_ids  uuid[],
  -- The rules that are tried, as they were when it was asked for.
  rules            json NOT NULL,
  is_draft         boolean NOT NULL,
  rule_configuration_version integer NOT NULL,
  processed        bigint NOT NULL DEFAULT 0,
  total            bigint,
  result           json,
  error_message    text,
  -- Who is at it, until when in real time, and how often it was begun: what it knows is in the memory of
  -- that process, so whoever takes over begins anew.
  lease_token      uuid,
  lease_until      timestamptz(3),
  attempts         smallint NOT NULL DEFAULT 0,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  completed_at     timestamptz(3),
  -- How many holders and assets a backtest found to differ. NULL: it was made before differences were kept.
  difference_count bigint,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK (window_from < window_to),
  CHECK ((status = 'COMPLETED') = (result IS NOT NULL)),
  CHECK ((status = 'FAILED') = (error_message IS NOT NULL)),
  CHECK ((status IN ('QUEUED', 'RUNNING')) = (completed_at IS NULL))
);
CREATE INDEX backtests_program_idx ON backtests (organization_id, program_id, created_at, id);
CREATE INDEX backtests_open_idx ON backtests (organization_id, created_at, id) WHERE status IN ('QUEUED', 'RUNNING');
ALTER TABLE backtests ADD PRIMARY KEY (organization_id, id);

-- Everybody who had at the end of a backtest something else than they would have had, in all buckets together.
CREATE TABLE backtest_differences (
  organization_id uuid NOT NULL,
  backtest_id     uuid NOT NULL,
  holder_type     text NOT NULL CHECK (holder_type IN ('PARTICIPANT', 'GROUP')),
  holder_id       uuid NOT NULL,
  asset_id        uuid NOT NULL,
  actual          numeric(78, 18) NOT NULL,
  backtest        numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, backtest_id, holder_id, asset_id),
  FOREIGN KEY (organization_id, backtest_id) REFERENCES backtests (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  CHECK (actual <> backtest)
);

CREATE TABLE corrections (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL,
  program_id       uuid NOT NULL,
  backtest_id      uuid NOT NULL,
  status           text NOT NULL DEFAULT 'PLANNED' CHECK (status IN ('PLANNED', 'POSTING', 'COMPLETED', 'CANCELLED')),
  description      text NOT NULL,
  shortfall_policy text NOT NULL CHECK (shortfall_policy IN ('REJECT', 'PARTIAL', 'ALLOW_NEGATIVE')),
  -- How long lots live that are given, from when they are; null: for ever.
  expires_in       text,
  window_from      timestamptz(3) NOT NULL,
  window_to        timestamptz(3) NOT NULL,
  line_count       bigint NOT NULL DEFAULT 0,
  posted_count     bigint NOT NULL DEFAULT 0,
  skipped_count    bigint NOT NULL DEFAULT 0,
  failed_count     bigint NOT NULL DEFAULT 0,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  approved_at      timestamptz(3),
  completed_at     timestamptz(3),
  FOREIGN KEY (organization_id, backtest_id) REFERENCES backtests (organization_id, id),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK (status NOT IN ('POSTING', 'COMPLETED') OR approved_at IS NOT NULL),
  CONSTRAINT corrections_ended CHECK ((status IN ('COMPLETED', 'CANCELLED')) = (completed_at IS NOT NULL))
);
CREATE INDEX corrections_program_idx ON corrections (organization_id, program_id, created_at, id);
CREATE INDEX corrections_open_idx ON corrections (organization_id, approved_at, id) WHERE status = 'POSTING';
CREATE INDEX corrections_approved_idx ON corrections (organization_id, program_id, window_to) WHERE status IN ('POSTING', 'COMPLETED');
ALTER TABLE corrections ADD PRIMARY KEY (organization_id, id);

-- One line for one holder and one asset, which is posted at most once.
CREATE TABLE correction_lines (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL,
  correction_id    uuid NOT NULL,
  holder_type      text NOT NULL CHECK (holder_type IN ('PARTICIPANT', 'GROUP')),
  holder_id        uuid NOT NULL,
  asset_id         uuid NOT NULL,
  had              numeric(78, 18) NOT NULL,
  should_have      numeric(78, 18) NOT NULL,
  difference       numeric(78, 18) NOT NULL GENERATED ALWAYS AS (should_have - had) STORED,
  -- What of the difference could be given or taken when the plan was made.
  recoverable      numeric(78, 18) NOT NULL CHECK (recoverable >= 0 AND recoverable <= abs(should_have - had)),
  status           text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'POSTED', 'SKIPPED', 'FAILED')),
  -- The code of what stood in the way.
  reason           text,
  -- Signed like the difference, and no larger.
  posted           numeric(78, 18),
  journal_entry_id uuid,
  FOREIGN KEY (organization_id, correction_id) REFERENCES corrections (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  FOREIGN KEY (organization_id, journal_entry_id) REFERENCES journal_entries (organization_id, id),
  CHECK (difference <> 0),
  CHECK ((status = 'POSTED') = (journal_entry_id IS NOT NULL) AND (status = 'POSTED') = (posted IS NOT NULL)),
  CHECK ((status IN ('SKIPPED', 'FAILED')) = (reason IS NOT NULL)),
  CHECK (abs(posted) <= abs(should_have - had))
);
CREATE INDEX correction_lines_difference_idx ON correction_lines (organization_id, correction_id, difference, id);
CREATE INDEX correction_lines_pending_idx ON correction_lines (organization_id, correction_id, holder_id, asset_id) WHERE status = 'PENDING';
CREATE INDEX correction_lines_holder_idx ON correction_lines (organization_id, holder_id, asset_id) WHERE status = 'POSTED';
ALTER TABLE correction_lines
  ADD UNIQUE (organization_id, correction_id, holder_id, asset_id),
  ADD UNIQUE (organization_id, journal_entry_id),
  ADD PRIMARY KEY (organization_id, id);

-- Imports.

CREATE TABLE imports (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  status          text NOT NULL DEFAULT 'RECEIVING' CHECK (status IN ('RECEIVING', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- CHECKING: batches are tried and rolled back. Null: not begun.
  phase           text CHECK (phase IN ('CHECKING', 'APPLYING')),
  dry_run         boolean NOT NULL,
  on_error        text NOT NULL CHECK (on_error IN ('SKIP', 'STOP')),
  file_name       text,
  -- Rows of the file, those that this phase is done with, and those of them that have errors.
  row_count       bigint NOT NULL DEFAULT 0,
  processed       bigint NOT NULL DEFAULT 0,
  failed          bigint NOT NULL DEFAULT 0,
  error_count     bigint NOT NULL DEFAULT 0,
  -- Participants.
  created         bigint NOT NULL DEFAULT 0,
  updated         bigint NOT NULL DEFAULT 0,
  unchanged       bigint NOT NULL DEFAULT 0,
  -- Opening balances.
  credited        bigint NOT NULL DEFAULT 0,
  -- The external id up to which this phase is done.
  reached         text,
  error_code      text,
  error_message   text,
  -- Who asked for it, as the state history names its sources, and in which request.
  origin          json NOT NULL,
  request_id      text NOT NULL,
  -- Who is at it and until when in real time; since when it last was somebody's turn; failures in a row.
  lease_token     uuid,
  lease_until     timestamptz(3),
  taken_at        timestamptz(3),
  attempts        smallint NOT NULL DEFAULT 0,
  -- Whether rows are still staged.
  staged          boolean NOT NULL DEFAULT true,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK ((status = 'FAILED') = (error_message IS NOT NULL)),
  CHECK ((status IN ('RECEIVING', 'QUEUED', 'RUNNING')) = (completed_at IS NULL))
);
CREATE INDEX imports_list_idx ON imports (organization_id, created_at, id);
CREATE INDEX imports_program_idx ON imports (organization_id, program_id, created_at, id);
CREATE INDEX imports_open_idx ON imports (organization_id, taken_at NULLS FIRST, created_at) WHERE status IN ('RECEIVING', 'QUEUED', 'RUNNING');
CREATE INDEX imports_staged_idx ON imports (organization_id, completed_at) WHERE staged AND completed_at IS NOT NULL;
ALTER TABLE imports ADD PRIMARY KEY (organization_id, id);

CREATE TABLE import_rows (
  import_id       uuid NOT NULL,
  line            integer NOT NULL CHECK (line > 1),
  organization_id uuid NOT NULL,
  external_id     text COLLATE "C" NOT NULL,
  -- What the row says, checked.
  data            json NOT NULL,
  -- Both null: no opening balance.
  asset_id        uuid,
  amount          numeric(78, 18),
  FOREIGN KEY (organization_id, import_id) REFERENCES imports (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX import_rows_participant_idx ON import_rows (organization_id, import_id, external_id, line);
ALTER TABLE import_rows ADD PRIMARY KEY (organization_id, import_id, line);

CREATE TABLE import_errors (
  import_id       uuid NOT NULL,
  line            integer NOT NULL,
  -- Empty: the row as a whole.
  field           text NOT NULL,
  organization_id uuid NOT NULL,
  code            text NOT NULL,
  message         text NOT NULL,
  PRIMARY KEY (organization_id, import_id, line, field),
  FOREIGN KEY (organization_id, import_id) REFERENCES imports (organization_id, id) ON DELETE CASCADE
);

-- What a participant was given to begin with: once for each program and asset, whatever is imported again.
CREATE TABLE opening_balances (
  participant_id  uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  organization_id uuid NOT NULL,
  import_id       uuid NOT NULL,
  entry_id        uuid NOT NULL,
  amount          numeric(78, 18) NOT NULL CHECK (amount > 0),
  matures_at      timestamptz(3),
  expires_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, participant_id, program_id, asset_id),
  FOREIGN KEY (organization_id, import_id) REFERENCES imports (organization_id, id),
  FOREIGN KEY (organization_id, entry_id) REFERENCES journal_entries (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);

-- Totals by day and hour, which reports add up.

-- Sealed entries only, those that gave and those that took apart, by type: the headings of the
-- roll-forward need both. An entry is here from its seal on, and in entry_seal_queue until then.
CREATE TABLE ledger_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  day             date NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  type            text NOT NULL,
  more            numeric(78, 18) NOT NULL CHECK (more >= 0),
  less            numeric(78, 18) NOT NULL CHECK (less <= 0),
  PRIMARY KEY (organization_id, day, program_id, asset_id, type)
);

-- The same for what rules moved.
CREATE TABLE rule_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  day             date NOT NULL,
  program_id      uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  type            text NOT NULL,
  net             numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, day, program_id, rule_id, asset_id, type)
);

-- Days that are over. A scope is a program, or the organization itself for all of its programs. Days
-- without anything have no row.
CREATE TABLE activity_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  day             date NOT NULL,
  events          bigint NOT NULL CHECK (events >= 0),
  -- Participants that were new to the scope.
  joined          bigint NOT NULL CHECK (joined >= 0),
  PRIMARY KEY (organization_id, scope_id, day)
);

-- How many participants had events on a day, by the day on which each had the last one before it, or
-- -infinity. Those active in a period are the ones whose day before lies outside of it.
CREATE TABLE activity_returns (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  day             date NOT NULL,
  previous_day    date NOT NULL CHECK (previous_day < day),
  participants    bigint NOT NULL CHECK (participants > 0),
  PRIMARY KEY (organization_id, scope_id, day, previous_day)
);

-- How far the days of each organization are counted. A day is noted as over first and counted some real
-- time later, when whoever began on that day has committed. `due_at` is real time.
CREATE TABLE activity_progress (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  counted_through date,
  noted_through   date,
  due_at          timestamptz(3) NOT NULL,
  -- Counted behind the activity of the same days, and read row by row until then: what there is by now takes its time.
  rules_counted_through date CHECK (rules_counted_through <= noted_through),
  CHECK (counted_through IS NULL OR counted_through <= noted_through)
);
CREATE INDEX activity_progress_due_idx ON activity_progress (due_at);

-- What sealed entries gave to accounts and took from them, by UTC day of the organization's clock and kind of account: a sum
-- over the whole ledger is then a few rows a day and what still waits in entry_seal_queue. Written with the seals, so
-- only whoever seals an organization touches its rows; posting never looks at them.
CREATE TABLE account_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL,
  -- NONE for accounts without buckets.
  bucket          text NOT NULL,
  day             date NOT NULL,
  amount          numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, program_id, asset_id, account_type, bucket, day)
);

-- How many entries a day has.
CREATE TABLE entry_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  day             date NOT NULL,
  program_id      uuid NOT NULL,
  entries         bigint NOT NULL CHECK (entries > 0),
  PRIMARY KEY (organization_id, day, program_id)
);

-- For how many events, and of how many participants and groups, a rule moved an asset on a day, by the day on which
-- it last had before it, or -infinity. Those of a period are the ones whose day before lies outside of it.
CREATE TABLE rule_returns (
  organization_id uuid NOT NULL REFERENCES organizations,
  day             date NOT NULL,
  program_id      uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  previous_day    date NOT NULL CHECK (previous_day < day),
  events          bigint NOT NULL CHECK (events >= 0),
  holders         bigint NOT NULL CHECK (holders >= 0),
  PRIMARY KEY (organization_id, day, program_id, rule_id, asset_id, previous_day)
);

-- What sealed entries left in lots, by the UTC day on which those expire. A lot keeps its expiry for as long as it is.
CREATE TABLE expiry_days (
  organization_id uuid NOT NULL REFERENCES organizations,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  day             date NOT NULL,
  amount          numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, program_id, asset_id, day)
);

-- From which hour on and until which one an organization is counted. `due_at` is real time.
CREATE TABLE hour_progress (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  counted_from    timestamptz(3),
  counted_until   timestamptz(3),
  noted_until     timestamptz(3),
  due_at          timestamptz(3) NOT NULL,
  CHECK ((counted_from IS NULL) = (counted_until IS NULL)),
  CHECK (counted_from <= counted_until),
  CHECK (counted_until <= noted_until)
);
CREATE INDEX hour_progress_due_idx ON hour_progress (due_at);

-- Sealed entries only, as in the totals by day.
CREATE TABLE ledger_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  type            text NOT NULL,
  more            numeric(78, 18) NOT NULL CHECK (more >= 0),
  less            numeric(78, 18) NOT NULL CHECK (less <= 0),
  PRIMARY KEY (organization_id, hour, program_id, asset_id, type)
);

CREATE TABLE rule_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  type            text NOT NULL,
  net             numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, hour, program_id, rule_id, asset_id, type)
);

CREATE TABLE account_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL,
  amount          numeric(78, 18) NOT NULL,
  PRIMARY KEY (organization_id, hour, program_id, asset_id, account_type)
);

CREATE TABLE entry_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  entries         bigint NOT NULL CHECK (entries > 0),
  PRIMARY KEY (organization_id, hour, program_id)
);

-- What happened in an hour, in a program or, under the id of the organization, in all of them.
CREATE TABLE activity_hours (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  hour            timestamptz(3) NOT NULL,
  events          bigint NOT NULL CHECK (events >= 0),
  joined          bigint NOT NULL CHECK (joined >= 0),
  PRIMARY KEY (organization_id, scope_id, hour)
);

-- How many participants had events in an hour, by the hour in which each had the last one before it, or -infinity.
CREATE TABLE activity_hour_returns (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  hour            timestamptz(3) NOT NULL,
  previous_hour   timestamptz(3) NOT NULL CHECK (previous_hour < hour),
  participants    bigint NOT NULL CHECK (participants > 0),
  PRIMARY KEY (organization_id, scope_id, hour, previous_hour)
);

-- The same for the events for which, and the holders of whom, a rule moved an asset.
CREATE TABLE rule_hour_returns (
  organization_id uuid NOT NULL REFERENCES organizations,
  hour            timestamptz(3) NOT NULL,
  program_id      uuid NOT NULL,
  rule_id         uuid NOT NULL,
  asset_id        uuid NOT NULL,
  previous_hour   timestamptz(3) NOT NULL CHECK (previous_hour < hour),
  events          bigint NOT NULL CHECK (events >= 0),
  holders         bigint NOT NULL CHECK (holders >= 0),
  PRIMARY KEY (organization_id, hour, program_id, rule_id, asset_id, previous_hour)
);

-- The sandbox clock.

-- Each move of a sandbox clock: from where to where, by whom, and what it did. What happened on the way is read from the records themselves.
CREATE TABLE clock_moves (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  moved_from      timestamptz(3) NOT NULL,
  moved_to        timestamptz(3) NOT NULL,
  reached         timestamptz(3),
  status          text NOT NULL DEFAULT 'RUNNING' CHECK (status IN ('RUNNING', 'COMPLETED', 'FAILED')),
  performed       jsonb NOT NULL DEFAULT '{}',
  api_key_id      uuid,
  user_id         uuid,
  on_behalf_of    text,
  started_at      timestamptz(3) NOT NULL,
  ended_at        timestamptz(3),
  CHECK (moved_to > moved_from),
  CHECK (reached >= moved_from),
  CHECK ((status = 'RUNNING') = (ended_at IS NULL) AND (ended_at IS NULL) = (reached IS NULL)),
  CHECK (ended_at >= started_at)
);
CREATE INDEX clock_moves_started_idx ON clock_moves (organization_id, started_at, id);
CREATE UNIQUE INDEX clock_moves_running_idx ON clock_moves (organization_id) WHERE status = 'RUNNING';
ALTER TABLE clock_moves ADD PRIMARY KEY (organization_id, id);

-- Records of the service itself.

-- The first outcome of an idempotent operation; permanent unless `expires_at` is set.
CREATE TABLE idempotency_records (
  organization_id uuid NOT NULL REFERENCES organizations,
  scope_id        uuid NOT NULL,
  key             text NOT NULL,
  operation       text NOT NULL,
  fingerprint     text NOT NULL,
  status          smallint NOT NULL,
  response        json NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  expires_at      timestamptz(3),
  PRIMARY KEY (organization_id, scope_id, key)
);

-- Requests to /v1 as they were answered. Bodies are redacted before they get here; rows are removed after 30 days.
-- Every request that came with a key, stored once and never changed. Its id is that of the request as a UUIDv7, whose time is that of
-- the request: so its key is the order of the log, and each partition has one day, which is dropped as a whole.
CREATE TABLE request_logs (
  duration_ms          real NOT NULL,
  request_body_bytes   integer NOT NULL,
  response_body_bytes  integer NOT NULL,
  status               smallint NOT NULL,
  organization_id      uuid NOT NULL,
  id                   uuid NOT NULL,
  api_key_id           uuid,
  method               text NOT NULL,
  path                 text NOT NULL,
  -- The route's pattern, such as /v1/events/{id}; null when none matched.
  route                text,
  error_code           text,
  on_behalf_of         text,
  idempotency_key      text,
  -- The assistant that sent a request of the tool server.
  client_name          text,
  -- Both bodies: compressed, together with those of the requests that were written with it, or the row that has them; null when neither is kept.
  bodies               bytea
) PARTITION BY RANGE (id);
-- Takes the days whose partition is still to be made.
CREATE TABLE request_logs_default PARTITION OF request_logs DEFAULT;
-- These end with the four seconds of the request, not with its id: requests that share them share an entry, which takes a tenth of the room.
CREATE INDEX request_logs_route_idx ON request_logs (organization_id, route, left(id::text, 10));
CREATE INDEX request_logs_key_idx ON request_logs (organization_id, api_key_id, left(id::text, 10)) WHERE api_key_id IS NOT NULL;
CREATE INDEX request_logs_failed_idx ON request_logs (organization_id, id) WHERE status >= 400;
-- Requests that changed a record, or tried to, by its path. Reads and requests that name no record, which are nearly all, are not in it.
CREATE INDEX request_logs_record_idx ON request_logs (organization_id, substring(path from '^/v1/[^/?]+/[^/?]+'), left(id::text, 10))
  WHERE route LIKE '%{%' AND method NOT IN ('GET', 'HEAD');
-- The methods that few requests use; the others are found soon in the order of the log itself.
CREATE INDEX request_logs_method_idx ON request_logs (organization_id, method, id) WHERE method NOT IN ('GET', 'POST');
ALTER TABLE request_logs ADD PRIMARY KEY (organization_id, id);

CREATE TABLE audit_log (
  organization_id   uuid NOT NULL REFERENCES organizations,
  -- Made by audit_id: its time is that of the entry, in real time, and the order of ids that in which entries were written.
  id                uuid NOT NULL,
  program_id        uuid,
  actor_type        text NOT NULL CHECK (actor_type IN ('API_KEY', 'USER', 'TOKEN', 'ADMIN_KEY', 'SYSTEM')),
  actor_id          text,
  -- The key's name, the person's address or the token's, as it was then.
  actor_name        text,
  on_behalf_of      text,
  action            text NOT NULL CHECK (action ~ '^[A-Z_]+$'),
  resource_type     text NOT NULL CHECK (resource_type ~ '^[A-Z_]+$'),
  resource_id       uuid NOT NULL,
  resource_name     text,
  -- Only what differs. NULL before: it did not exist. NULL after: it does not exist any more.
  before            json,
  after             json,
  -- The procedure that was called.
  operation         text,
  request_id        text,
  ip                text,
  organization_time timestamptz(3) NOT NULL
);
CREATE SEQUENCE audit_log_order;
CREATE INDEX audit_log_resource_idx ON audit_log (organization_id, resource_id, id);
CREATE INDEX audit_log_type_idx ON audit_log (organization_id, resource_type, id);
CREATE INDEX audit_log_actor_idx ON audit_log (organization_id, actor_id, id);
CREATE INDEX audit_log_request_idx ON audit_log (organization_id, request_id) WHERE request_id IS NOT NULL;
ALTER TABLE audit_log ADD PRIMARY KEY (organization_id, id);

-- People of the dashboard.

CREATE TABLE users (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name           text NOT NULL,
  email          text NOT NULL UNIQUE CHECK (email = lower(email)),
  email_verified boolean NOT NULL DEFAULT false,
  image          text,
  created_at     timestamptz(3) NOT NULL,
  updated_at     timestamptz(3) NOT NULL,
  two_factor_enabled boolean NOT NULL DEFAULT false
);

CREATE TABLE sessions (
  id                     uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token                  text NOT NULL UNIQUE,
  expires_at             timestamptz(3) NOT NULL,
  ip_address             text,
  user_agent             text,
  active_organization_id uuid REFERENCES organizations ON DELETE SET NULL,
  created_at             timestamptz(3) NOT NULL,
  updated_at             timestamptz(3) NOT NULL
);
CREATE INDEX sessions_user_idx ON sessions (user_id);

CREATE TABLE accounts (
  id                       uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                  uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  account_id               text NOT NULL,
  provider_id              text NOT NULL,
  access_token             text,
  refresh_token            text,
  id_token                 text,
  access_token_expires_at  timestamptz(3),
  refresh_token_expires_at timestamptz(3),
  scope                    text,
  password                 text,
  created_at               timestamptz(3) NOT NULL,
  updated_at               timestamptz(3) NOT NULL
);
CREATE INDEX accounts_user_idx ON accounts (user_id);
ALTER TABLE accounts ADD UNIQUE (provider_id, account_id);

CREATE TABLE verifications (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier text NOT NULL,
  value      text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);
CREATE INDEX verifications_identifier_idx ON verifications (identifier);

CREATE TABLE members (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  role            text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX members_user_idx ON members (user_id, created_at, id);
ALTER TABLE members ADD UNIQUE (organization_id, user_id);

CREATE TABLE invitations (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  organization_id uuid NOT NULL REFERENCES organizations ON DELETE CASCADE,
  inviter_id      uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  email           text NOT NULL,
  role            text NOT NULL CHECK (role IN ('OWNER', 'ADMIN', 'MEMBER', 'VIEWER')),
  status          text NOT NULL DEFAULT 'pending',
  expires_at      timestamptz(3) NOT NULL,
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX invitations_organization_idx ON invitations (organization_id, created_at, id);
CREATE INDEX invitations_email_idx ON invitations (email);

CREATE TABLE saved_views (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations,
  owner_id        uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  page            text NOT NULL CHECK (page ~ '^/[a-z/-]*$' AND length(page) <= 100),
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
  -- As it stands in the address, without the question mark.
  query           text NOT NULL CHECK (length(query) <= 2000),
  shared          boolean NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL
);
CREATE INDEX saved_views_page_idx ON saved_views (organization_id, page);
-- One's own views of a list have different names, and so do those of the team.
CREATE UNIQUE INDEX saved_views_own_name_key ON saved_views (organization_id, owner_id, page, lower(name)) WHERE NOT shared;
CREATE UNIQUE INDEX saved_views_shared_name_key ON saved_views (organization_id, page, lower(name)) WHERE shared;
ALTER TABLE saved_views ADD PRIMARY KEY (organization_id, id);

-- The view with which a list opens for somebody.
CREATE TABLE saved_view_defaults (
  organization_id uuid NOT NULL,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  page            text NOT NULL,
  view_id         uuid NOT NULL,
  FOREIGN KEY (organization_id, view_id) REFERENCES saved_views (organization_id, id) ON DELETE CASCADE
);
CREATE INDEX saved_view_defaults_view_idx ON saved_view_defaults (organization_id, view_id);
ALTER TABLE saved_view_defaults ADD PRIMARY KEY (organization_id, user_id, page);

-- `secret` and `backup_codes` are encrypted by the sign-in service before they get here.
CREATE TABLE two_factors (
  id                        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id                   uuid NOT NULL UNIQUE REFERENCES users ON DELETE CASCADE,
  secret                    text NOT NULL,
  backup_codes              text NOT NULL,
  -- Whether a first code has shown that the app has the secret.
  verified                  boolean NOT NULL DEFAULT false,
  failed_verification_count integer NOT NULL DEFAULT 0 CHECK (failed_verification_count >= 0),
  locked_until              timestamptz(3)
);

-- Codes that were sent in the minutes in which they could pass: none passes a second time.
CREATE TABLE used_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code    text NOT NULL CHECK (length(code) <= 16),
  used_at timestamptz(3) NOT NULL,
  PRIMARY KEY (user_id, code)
);

CREATE TABLE oauth_clients (
  id                                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id                          text NOT NULL UNIQUE,
  client_secret                      text,
  client_discovery_id                text,
  disabled                           boolean,
  skip_consent                       boolean,
  enable_end_session                 boolean,
  subject_type                       text,
  scopes                             jsonb,
  client_credentials_scopes          jsonb,
  user_id                            uuid REFERENCES users ON DELETE CASCADE,
  name                               text,
  uri                                text,
  icon                               text,
  contacts                           jsonb,
  tos                                text,
  policy                             text,
  software_id                        text,
  software_version                   text,
  software_statement                 text,
  redirect_uris                      jsonb NOT NULL,
  post_logout_redirect_uris          jsonb,
  backchannel_logout_uri             text,
  backchannel_logout_session_required boolean,
  token_endpoint_auth_method         text,
  application_type                   text,
  jwks                               text,
  jwks_uri                           text,
  grant_types                        jsonb,
  response_types                     jsonb,
  require_pkce                       boolean,
  dpop_bound_access_tokens           boolean,
  reference_id                       text,
  metadata                           jsonb,
  created_at                         timestamptz(3),
  updated_at                         timestamptz(3)
);
CREATE INDEX oauth_clients_user_idx ON oauth_clients (user_id);
CREATE INDEX oauth_clients_age_idx ON oauth_clients (created_at);

CREATE TABLE oauth_resources (
  id                              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  identifier                      text NOT NULL UNIQUE,
  name                            text NOT NULL,
  access_token_ttl                integer,
  refresh_token_ttl               integer,
  signing_algorithm               text,
  signing_key_id                  text,
  allowed_scopes                  jsonb,
  custom_claims                   jsonb,
  dpop_bound_access_tokens_required boolean,
  disabled                        boolean,
  policy_version                  integer,
  metadata                        jsonb,
  created_at                      timestamptz(3),
  updated_at                      timestamptz(3)
);

CREATE TABLE oauth_client_resources (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id   text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  resource_id text NOT NULL REFERENCES oauth_resources (identifier) ON DELETE CASCADE,
  metadata    jsonb,
  created_at  timestamptz(3)
);
CREATE INDEX oauth_client_resources_resource_idx ON oauth_client_resources (resource_id);
ALTER TABLE oauth_client_resources ADD UNIQUE (client_id, resource_id);

-- Tokens are kept as hashes. `reference_id` is the grant that they belong to.
CREATE TABLE oauth_refresh_tokens (
  id                         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token                      text NOT NULL UNIQUE,
  client_id                  text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  session_id                 uuid REFERENCES sessions ON DELETE SET NULL,
  user_id                    uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  reference_id               text,
  authorization_code_id      text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  expires_at                 timestamptz(3) NOT NULL,
  created_at                 timestamptz(3) NOT NULL,
  revoked                    timestamptz(3),
  rotated_at                 timestamptz(3),
  rotation_replay_response   text,
  rotation_replay_expires_at timestamptz(3),
  auth_time                  timestamptz(3),
  confirmation               jsonb,
  scopes                     jsonb NOT NULL
);
CREATE INDEX oauth_refresh_tokens_client_idx ON oauth_refresh_tokens (client_id, user_id);
CREATE INDEX oauth_refresh_tokens_session_idx ON oauth_refresh_tokens (session_id);
CREATE INDEX oauth_refresh_tokens_user_idx ON oauth_refresh_tokens (user_id);
CREATE INDEX oauth_refresh_tokens_code_idx ON oauth_refresh_tokens (authorization_code_id);
CREATE INDEX oauth_refresh_tokens_reference_idx ON oauth_refresh_tokens (reference_id);
CREATE INDEX oauth_refresh_tokens_expiry_idx ON oauth_refresh_tokens (expires_at);

CREATE TABLE oauth_access_tokens (
  id                         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token                      text NOT NULL UNIQUE,
  client_id                  text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  session_id                 uuid REFERENCES sessions ON DELETE SET NULL,
  user_id                    uuid REFERENCES users ON DELETE CASCADE,
  reference_id               text,
  authorization_code_id      text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  refresh_id                 uuid REFERENCES oauth_refresh_tokens ON DELETE CASCADE,
  expires_at                 timestamptz(3) NOT NULL,
  created_at                 timestamptz(3) NOT NULL,
  revoked                    timestamptz(3),
  confirmation               jsonb,
  scopes                     jsonb NOT NULL
);
CREATE INDEX oauth_access_tokens_client_idx ON oauth_access_tokens (client_id);
CREATE INDEX oauth_access_tokens_session_idx ON oauth_access_tokens (session_id);
CREATE INDEX oauth_access_tokens_user_idx ON oauth_access_tokens (user_id);
CREATE INDEX oauth_access_tokens_refresh_idx ON oauth_access_tokens (refresh_id);
CREATE INDEX oauth_access_tokens_code_idx ON oauth_access_tokens (authorization_code_id);
CREATE INDEX oauth_access_tokens_reference_idx ON oauth_access_tokens (reference_id);
CREATE INDEX oauth_access_tokens_expiry_idx ON oauth_access_tokens (expires_at);

CREATE TABLE oauth_consents (
  id                         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  client_id                  text NOT NULL REFERENCES oauth_clients (client_id) ON DELETE CASCADE,
  user_id                    uuid REFERENCES users ON DELETE CASCADE,
  reference_id               text,
  resources                  jsonb,
  requested_user_info_claims jsonb,
  scopes                     jsonb NOT NULL,
  created_at                 timestamptz(3) NOT NULL,
  updated_at                 timestamptz(3) NOT NULL
);
CREATE INDEX oauth_consents_client_idx ON oauth_consents (client_id, user_id, reference_id);
CREATE INDEX oauth_consents_user_idx ON oauth_consents (user_id);
CREATE INDEX oauth_consents_reference_idx ON oauth_consents (reference_id);

-- Assertions by which a client proved itself: none passes a second time.
CREATE TABLE oauth_client_assertions (
  id         text PRIMARY KEY,
  expires_at timestamptz(3) NOT NULL
);
CREATE INDEX oauth_client_assertions_expiry_idx ON oauth_client_assertions (expires_at);

-- What a person let an assistant read. It ends with the membership that it was given under.
CREATE TABLE mcp_grants (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  user_id         uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  client_id       text NOT NULL,
  -- As the client calls itself.
  name            text NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  redirect_host   text NOT NULL,
  scopes          text[] NOT NULL,
  -- NULL: every program of the organization, also those to come.
  program_ids     uuid[] CHECK (cardinality(program_ids) BETWEEN 1 AND 200),
  last_used_at    timestamptz(3),
  revoked_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL
);
CREATE INDEX mcp_grants_organization_idx ON mcp_grants (organization_id, created_at) WHERE revoked_at IS NULL;
CREATE INDEX mcp_grants_user_idx ON mcp_grants (user_id);
CREATE INDEX mcp_grants_client_idx ON mcp_grants (client_id);

-- What the processes on this database share out among themselves.

-- How many more requests an organization may make: `tokens` that no process has, and those that processes have borrowed, until when.
-- Both together are at most the burst.
CREATE TABLE request_limits (
  organization_id uuid PRIMARY KEY REFERENCES organizations,
  tokens          numeric(16, 3) NOT NULL CHECK (tokens >= 0),
  refilled_at     timestamptz(3) NOT NULL,
  -- Per process that has borrowed: its id, how much it has at most, and when that lapses.
  holders         uuid[] NOT NULL DEFAULT '{}',
  held            integer[] NOT NULL DEFAULT '{}',
  held_until      timestamptz(3)[] NOT NULL DEFAULT '{}',
  CHECK (0 <= ALL (held)),
  CHECK (cardinality(holders) = cardinality(held) AND cardinality(held) = cardinality(held_until))
) WITH (fillfactor = 50);

-- When the next process sweeps for a job's due rows. Unlogged: an idle service writes nothing ahead, and after a crash all sweeps are due.
CREATE UNLOGGED TABLE job_sweeps (
  job    text PRIMARY KEY,
  due_at timestamptz(3) NOT NULL
) WITH (fillfactor = 50);

-- Statistics would know the large organizations alone: any other is estimated as empty, and then every index that begins with the
-- organization looks as good as the one that leads to the row. Without them each is estimated like any other.
ALTER TABLE program_participants ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE participant_versions ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE group_members ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE state_tags ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE state_attributes ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE state_counters ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE state_tiers ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE state_history ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE automation_matches ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE redemptions ALTER COLUMN organization_id SET STATISTICS 0;
ALTER TABLE idempotency_records ALTER COLUMN organization_id SET STATISTICS 0;

-- Circular: a program keeps the version that its rules are at, which is a version of that program.
ALTER TABLE programs ADD CONSTRAINT programs_configuration_kept FOREIGN KEY (organization_id, id, rule_configuration_version)
  REFERENCES rule_configuration_versions (organization_id, program_id, version) DEFERRABLE INITIALLY DEFERRED;
