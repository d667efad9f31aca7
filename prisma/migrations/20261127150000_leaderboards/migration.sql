-- Ranks of participants by what they gain within a window, or within each season of a period.
CREATE TABLE leaderboards (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  -- The rule set that is the campaign to which it belongs.
  campaign_id     uuid,
  key             text NOT NULL,
  name            text NOT NULL,
  description     text,
  status          text NOT NULL CHECK (status IN ('ACTIVE', 'FROZEN', 'ARCHIVED')),
  measure         text NOT NULL CHECK (measure IN ('COUNTER', 'EARNED')),
  counter_key     text,
  asset_id        uuid,
  period          text NOT NULL CHECK (period IN ('NONE', 'WEEK', 'MONTH', 'QUARTER')),
  -- Of a leaderboard without a period; no end: it is never frozen.
  starts_at       timestamptz(3),
  ends_at         timestamptz(3),
  -- Only its members are ranked; null: everybody.
  group_id        uuid,
  min_score       numeric(78,18) CHECK (min_score > 0),
  prizes          json NOT NULL CHECK (json_typeof(prizes) = 'array'),
  -- How far the participants were looked through who had gained something before anything told of them: not at all, not until those who write
  -- without knowing of the leaderboard are done, up to a participant, or all.
  scan            text NOT NULL CHECK (scan IN ('WANTED', 'WAITING', 'RUNNING', 'DONE')),
  -- The transaction before which all have to be done.
  scan_after      bigint,
  scanned_to      uuid,
  -- When there is something to do that no row of the queue tells of.
  due_at          timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, campaign_id) REFERENCES rule_sets (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id),
  FOREIGN KEY (organization_id, group_id) REFERENCES groups (organization_id, id),
  CONSTRAINT leaderboards_measure CHECK ((measure = 'COUNTER') = (counter_key IS NOT NULL) AND (measure = 'EARNED') = (asset_id IS NOT NULL)),
  CONSTRAINT leaderboards_window CHECK (starts_at < ends_at AND (period = 'NONE') = (starts_at IS NOT NULL) AND (period = 'NONE' OR ends_at IS NULL)),
  CONSTRAINT leaderboards_scan CHECK ((scan = 'WAITING') = (scan_after IS NOT NULL)),
  CONSTRAINT leaderboards_archived CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX leaderboards_program_idx ON leaderboards (organization_id, program_id, created_at, id);
CREATE INDEX leaderboards_created_idx ON leaderboards (organization_id, created_at, id);
CREATE INDEX leaderboards_campaign_idx ON leaderboards (organization_id, campaign_id, created_at, id) WHERE campaign_id IS NOT NULL;
CREATE INDEX leaderboards_due_idx ON leaderboards (organization_id, due_at) WHERE due_at IS NOT NULL;
-- By what tells that somebody has gained something.
CREATE INDEX leaderboards_earned_idx ON leaderboards (organization_id, program_id, asset_id) WHERE status = 'ACTIVE' AND measure = 'EARNED';
CREATE INDEX leaderboards_counter_idx ON leaderboards (organization_id, counter_key) WHERE status = 'ACTIVE' AND measure = 'COUNTER';
CREATE INDEX leaderboards_group_idx ON leaderboards (organization_id, group_id) WHERE status = 'ACTIVE' AND group_id IS NOT NULL;
ALTER TABLE leaderboards ADD CONSTRAINT leaderboards_key UNIQUE (organization_id, program_id, key);
ALTER TABLE leaderboards ADD PRIMARY KEY (organization_id, id);

-- Whose scores may have changed, told in the transaction that changes them. Somebody who waits already is told of again: the row that is there
-- may be taken before the other transaction commits. Without foreign keys, which would lock the leaderboard for all traffic.
CREATE TABLE leaderboard_queue (
  organization_id uuid NOT NULL,
  leaderboard_id  uuid NOT NULL,
  sequence        bigint GENERATED ALWAYS AS IDENTITY,
  participant_id  uuid NOT NULL,
  -- When the earliest of what changed happened.
  queued_at       timestamptz(3) NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
ALTER TABLE leaderboard_queue ADD PRIMARY KEY (organization_id, leaderboard_id, sequence);

-- The whole window, or one of its periods after another.
CREATE TABLE leaderboard_seasons (
  organization_id uuid NOT NULL,
  leaderboard_id  uuid NOT NULL,
  season          text NOT NULL,
  starts_at       timestamptz(3) NOT NULL,
  ends_at         timestamptz(3),
  status          text NOT NULL CHECK (status IN ('OPEN', 'FROZEN')),
  frozen_at       timestamptz(3),
  -- How many are ranked.
  participants    integer NOT NULL DEFAULT 0 CHECK (participants >= 0),
  FOREIGN KEY (organization_id, leaderboard_id) REFERENCES leaderboards (organization_id, id),
  CONSTRAINT leaderboard_seasons_window CHECK (starts_at < ends_at),
  CONSTRAINT leaderboard_seasons_frozen CHECK ((status = 'FROZEN') = (frozen_at IS NOT NULL) AND frozen_at >= ends_at)
);
CREATE INDEX leaderboard_seasons_starts_idx ON leaderboard_seasons (organization_id, leaderboard_id, starts_at);
ALTER TABLE leaderboard_seasons ADD PRIMARY KEY (organization_id, leaderboard_id, season);

-- What each participant has gained, derived from the ledger and from the history of counters.
CREATE TABLE leaderboard_scores (
  organization_id uuid NOT NULL,
  leaderboard_id  uuid NOT NULL,
  season          text NOT NULL,
  participant_id  uuid NOT NULL,
  score           numeric(78,18) NOT NULL CHECK (score > 0),
  -- When the last of it was gained or lost.
  reached_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);
CREATE INDEX leaderboard_scores_rank_idx ON leaderboard_scores (organization_id, leaderboard_id, season, score, participant_id);
CREATE INDEX leaderboard_scores_participant_idx ON leaderboard_scores (organization_id, participant_id, leaderboard_id, season);
ALTER TABLE leaderboard_scores ADD PRIMARY KEY (organization_id, leaderboard_id, season, participant_id);

-- How many participants have a score from a floor up to the next one, derived from the scores.
CREATE TABLE leaderboard_buckets (
  organization_id uuid NOT NULL,
  leaderboard_id  uuid NOT NULL,
  season          text NOT NULL,
  floor           numeric(78,18) NOT NULL CHECK (floor >= 0),
  participants    integer NOT NULL CHECK (participants >= 0)
);
ALTER TABLE leaderboard_buckets ADD PRIMARY KEY (organization_id, leaderboard_id, season, floor);

-- The first of a season, as they were when it was frozen.
CREATE TABLE leaderboard_results (
  organization_id uuid NOT NULL,
  leaderboard_id  uuid NOT NULL,
  season          text NOT NULL,
  participant_id  uuid NOT NULL,
  rank            integer NOT NULL CHECK (rank > 0),
  score           numeric(78,18) NOT NULL CHECK (score > 0),
  prize           text,
  -- The event that says so to the rules, once it has been made.
  event_id        uuid,
  won_at          timestamptz(3),
  FOREIGN KEY (organization_id, leaderboard_id, season) REFERENCES leaderboard_seasons (organization_id, leaderboard_id, season),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id),
  CONSTRAINT leaderboard_results_won CHECK ((event_id IS NULL) = (won_at IS NULL) AND (event_id IS NULL OR prize IS NOT NULL))
);
CREATE INDEX leaderboard_results_rank_idx ON leaderboard_results (organization_id, leaderboard_id, season, rank, participant_id);
CREATE INDEX leaderboard_results_participant_idx ON leaderboard_results (organization_id, participant_id, leaderboard_id, season);
CREATE INDEX leaderboard_results_waiting_idx ON leaderboard_results (organization_id, leaderboard_id, season, rank, participant_id)
  WHERE prize IS NOT NULL AND event_id IS NULL;
CREATE INDEX leaderboard_results_event_idx ON leaderboard_results (organization_id, event_id) WHERE event_id IS NOT NULL;
ALTER TABLE leaderboard_results ADD PRIMARY KEY (organization_id, leaderboard_id, season, participant_id);
