-- Goals over the events of participants.
CREATE TABLE challenges (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  -- The rule set that is the campaign during which alone events count.
  campaign_id     uuid,
  key             text NOT NULL,
  name            text NOT NULL,
  description     text,
  status          text NOT NULL CHECK (status IN ('DRAFT', 'ACTIVE', 'PAUSED', 'ARCHIVED')),
  -- By the time of the event.
  starts_at       timestamptz(3),
  ends_at         timestamptz(3),
  -- Progress begins anew in each period of the program's calendar.
  period          text NOT NULL CHECK (period IN ('NONE', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR')),
  audience        text,
  goal            json NOT NULL CHECK (json_typeof(goal) = 'object'),
  -- How often it can be completed in a period.
  max_rounds      integer NOT NULL CHECK (max_rounds BETWEEN 1 AND 1000),
  -- Percent of the goal that are announced on the way.
  parts           json NOT NULL CHECK (json_typeof(parts) = 'array'),
  take_back       json CHECK (json_typeof(take_back) = 'object'),
  badge           json CHECK (json_typeof(badge) = 'object'),
  -- Counts the changes of what progress is measured by, which is none any more once there is progress.
  terms_version   integer NOT NULL DEFAULT 1 CHECK (terms_version > 0),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, campaign_id) REFERENCES rule_sets (organization_id, id),
  CONSTRAINT challenges_window CHECK (starts_at < ends_at),
  CONSTRAINT challenges_archived CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX challenges_program_idx ON challenges (organization_id, program_id, created_at, id);
CREATE INDEX challenges_campaign_idx ON challenges (organization_id, campaign_id, created_at, id) WHERE campaign_id IS NOT NULL;
ALTER TABLE challenges ADD CONSTRAINT challenges_key UNIQUE (organization_id, program_id, key);
ALTER TABLE challenges ADD CONSTRAINT challenges_terms UNIQUE (organization_id, id, terms_version);
ALTER TABLE challenges ADD PRIMARY KEY (organization_id, id);

-- How far a participant is in a period, as far as it follows from the events that count.
CREATE TABLE challenge_progress (
  organization_id uuid NOT NULL,
  participant_id  uuid NOT NULL,
  challenge_id    uuid NOT NULL,
  period          text NOT NULL,
  terms_version   integer NOT NULL,
  -- What counts: a sum, and how often each key was counted.
  tally           jsonb NOT NULL CHECK (jsonb_typeof(tally) = 'object'),
  -- All of it, past rounds included.
  progress        numeric(78,18) NOT NULL CHECK (progress >= 0),
  rounds          integer NOT NULL CHECK (rounds >= 0),
  first_at        timestamptz(3) NOT NULL,
  last_at         timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  updated_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  CONSTRAINT challenge_progress_terms FOREIGN KEY (organization_id, challenge_id, terms_version)
    REFERENCES challenges (organization_id, id, terms_version),
  CONSTRAINT challenge_progress_completed CHECK ((rounds > 0) = (completed_at IS NOT NULL))
);
CREATE INDEX challenge_progress_ranking_idx ON challenge_progress (organization_id, challenge_id, period, progress, participant_id);
CREATE INDEX challenge_progress_completed_idx ON challenge_progress (organization_id, challenge_id, period, completed_at, participant_id)
  WHERE completed_at IS NOT NULL;
ALTER TABLE challenge_progress ADD PRIMARY KEY (organization_id, participant_id, challenge_id, period);

-- What an event counts for a challenge, or takes back of it. Never changed.
CREATE TABLE challenge_contributions (
  organization_id uuid NOT NULL,
  participant_id  uuid NOT NULL,
  challenge_id    uuid NOT NULL,
  event_id        uuid NOT NULL,
  type            text NOT NULL CHECK (type IN ('COUNTED', 'TAKEN_BACK')),
  -- Null where it takes back under a reference, whichever period that was counted in.
  period          text,
  event_timestamp timestamptz(3) NOT NULL,
  -- What it adds or takes; null: it takes back all.
  amount          numeric(78,18),
  -- The steps, the days or the distinct value that it counts for.
  keys            json NOT NULL CHECK (json_typeof(keys) = 'array'),
  reference       text,
  created_at      timestamptz(3) NOT NULL,
  -- Rather than to the challenge, which all participants share: each insert would lock its row.
  FOREIGN KEY (organization_id, participant_id, challenge_id, period)
    REFERENCES challenge_progress (organization_id, participant_id, challenge_id, period),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id),
  CONSTRAINT challenge_contributions_kind CHECK (
    (type = 'COUNTED') = (period IS NOT NULL) AND (type = 'TAKEN_BACK' OR amount IS NOT NULL) AND (type = 'COUNTED' OR reference IS NOT NULL))
);
CREATE INDEX challenge_contributions_reference_idx ON challenge_contributions (organization_id, participant_id, challenge_id, reference)
  WHERE reference IS NOT NULL;
CREATE INDEX challenge_contributions_event_idx ON challenge_contributions (organization_id, event_id);
ALTER TABLE challenge_contributions ADD PRIMARY KEY (organization_id, participant_id, challenge_id, event_id);

-- Each part of a goal that a participant has reached, 100 being all of it.
CREATE TABLE challenge_completions (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  participant_id  uuid NOT NULL,
  challenge_id    uuid NOT NULL,
  period          text NOT NULL,
  round           integer NOT NULL CHECK (round BETWEEN 1 AND 1000),
  part            integer NOT NULL CHECK (part BETWEEN 1 AND 100),
  status          text NOT NULL CHECK (status IN ('COMPLETED', 'REVOKED')),
  -- How often it has been reached.
  attempt         integer NOT NULL CHECK (attempt > 0),
  -- The event that reached it last.
  event_id        uuid NOT NULL,
  completed_at    timestamptz(3) NOT NULL,
  revoked_at      timestamptz(3),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, challenge_id) REFERENCES challenges (organization_id, id),
  FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id),
  CONSTRAINT challenge_completions_revoked CHECK ((status = 'REVOKED') = (revoked_at IS NOT NULL))
);
CREATE INDEX challenge_completions_challenge_idx ON challenge_completions (organization_id, challenge_id, id);
CREATE INDEX challenge_completions_participant_idx ON challenge_completions (organization_id, participant_id, id);
CREATE INDEX challenge_completions_part_idx ON challenge_completions (organization_id, challenge_id, part, completed_at);
ALTER TABLE challenge_completions ADD CONSTRAINT challenge_completions_once
  UNIQUE (organization_id, participant_id, challenge_id, period, round, part);
ALTER TABLE challenge_completions ADD PRIMARY KEY (organization_id, id);

-- Counts the changes of the challenges of a program; 0: it never had one.
ALTER TABLE programs ADD COLUMN challenges_version integer NOT NULL DEFAULT 0;
ALTER TABLE programs ADD CONSTRAINT programs_challenges_version CHECK (challenges_version >= 0) NOT VALID;
