-- Codes with common terms: one for everybody, or many unique ones.
CREATE TABLE code_batches (
  id                  uuid NOT NULL,
  organization_id     uuid NOT NULL,
  program_id          uuid NOT NULL,
  -- The rule set that is the campaign of the batch.
  campaign_id         uuid,
  -- By which rules name it.
  key                 text NOT NULL,
  name                text NOT NULL,
  kind                text NOT NULL CHECK (kind IN ('SHARED', 'UNIQUE', 'IMPORTED')),
  status              text NOT NULL CHECK (status IN ('GENERATING', 'ACTIVE', 'PAUSED', 'ARCHIVED')),
  prefix              text NOT NULL DEFAULT '',
  -- The characters that are made behind the prefix.
  length              integer,
  wanted              integer NOT NULL CHECK (wanted >= 0),
  made                integer NOT NULL DEFAULT 0 CHECK (made >= 0),
  max_total           bigint CHECK (max_total > 0),
  max_per_participant bigint CHECK (max_per_participant > 0),
  max_per_code        bigint CHECK (max_per_code > 0),
  active_from         timestamptz(3),
  active_to           timestamptz(3),
  condition           text,
  exclusive_group     text,
  priority            integer NOT NULL DEFAULT 0,
  -- Uses that stand, reserved ones included; derived from code_redemptions.
  redeemed_count      bigint NOT NULL DEFAULT 0 CHECK (redeemed_count >= 0),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  deleted_at          timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, campaign_id) REFERENCES rule_sets (organization_id, id),
  CONSTRAINT code_batches_within_max_total CHECK (redeemed_count <= max_total),
  CONSTRAINT code_batches_window CHECK (active_from < active_to),
  CONSTRAINT code_batches_made CHECK (made <= wanted),
  CONSTRAINT code_batches_generated CHECK ((length IS NOT NULL) = (kind = 'UNIQUE') AND (status <> 'GENERATING' OR kind = 'UNIQUE')),
  CONSTRAINT code_batches_archived CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX code_batches_program_idx ON code_batches (organization_id, program_id, created_at, id);
CREATE INDEX code_batches_campaign_idx ON code_batches (organization_id, campaign_id, created_at, id) WHERE campaign_id IS NOT NULL;
CREATE INDEX code_batches_generating_idx ON code_batches (organization_id, created_at, id) WHERE status = 'GENERATING';
ALTER TABLE code_batches ADD CONSTRAINT code_batches_key UNIQUE (organization_id, program_id, key);
ALTER TABLE code_batches ADD PRIMARY KEY (organization_id, id);

CREATE TABLE codes (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  -- Normalized: in upper case, without spaces and dashes.
  code            text NOT NULL CHECK (code ~ '^[0-9A-Z]{1,36}$'),
  batch_id        uuid NOT NULL,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'VOID')),
  -- As many uses as its batch allows for each code.
  max_uses        bigint,
  -- Uses that stand; derived from code_redemptions.
  used            bigint NOT NULL DEFAULT 0 CHECK (used >= 0),
  created_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, batch_id) REFERENCES code_batches (organization_id, id),
  CONSTRAINT codes_within_max_uses CHECK (used <= max_uses)
);
CREATE INDEX codes_batch_idx ON codes (organization_id, batch_id, code);
ALTER TABLE codes ADD PRIMARY KEY (organization_id, program_id, code);

-- Every use of a code: reserved by a decision, redeemed by an event, or given back.
CREATE TABLE code_redemptions (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  batch_id        uuid NOT NULL,
  code            text NOT NULL,
  participant_id  uuid NOT NULL,
  event_id        uuid,
  decision_id     uuid,
  status          text NOT NULL CHECK (status IN ('RESERVED', 'REDEEMED', 'RETURNED')),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, program_id, code) REFERENCES codes (organization_id, program_id, code),
  FOREIGN KEY (organization_id, batch_id) REFERENCES code_batches (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id),
  CONSTRAINT code_redemptions_of_event CHECK ((event_id IS NOT NULL) = (status = 'REDEEMED')),
  CONSTRAINT code_redemptions_of_decision CHECK (decision_id IS NOT NULL OR status = 'REDEEMED'),
  CONSTRAINT code_redemptions_id_has_time CHECK (get_byte(uuid_send(id), 6) >> 4 = 7)
);
CREATE INDEX code_redemptions_batch_idx ON code_redemptions (organization_id, batch_id, id);
CREATE INDEX code_redemptions_used_idx ON code_redemptions (organization_id, batch_id, participant_id) WHERE status <> 'RETURNED';
CREATE INDEX code_redemptions_participant_idx ON code_redemptions (organization_id, participant_id, id);
CREATE INDEX code_redemptions_code_idx ON code_redemptions (organization_id, program_id, code, id);
CREATE INDEX code_redemptions_event_idx ON code_redemptions (organization_id, event_id) WHERE event_id IS NOT NULL;
ALTER TABLE code_redemptions ADD PRIMARY KEY (organization_id, id);

-- What became of the codes of an event that has ended.
CREATE TABLE event_codes (
  organization_id uuid NOT NULL,
  event_id        uuid NOT NULL,
  verdicts        json NOT NULL CHECK (json_typeof(verdicts) = 'array'),
  FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id)
);
ALTER TABLE event_codes ADD PRIMARY KEY (organization_id, event_id);

-- How many unknown codes a participant has tried lately, or the whole organization.
CREATE TABLE code_attempts (
  organization_id uuid NOT NULL,
  -- The participant, or the organization itself.
  subject_id      uuid NOT NULL,
  window_start    timestamptz(3) NOT NULL,
  window_end      timestamptz(3) NOT NULL CHECK (window_end > window_start),
  attempts        integer NOT NULL CHECK (attempts > 0),
  FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
ALTER TABLE code_attempts ADD PRIMARY KEY (organization_id, subject_id);

-- The codes as they were sent; null for none.
ALTER TABLE events ADD COLUMN codes json;
ALTER TABLE decisions ADD COLUMN codes json;
