-- What participants are to be told in time, as a program has set it.
CREATE TABLE notice_settings (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  key             text NOT NULL,
  name            text NOT NULL,
  kind            text NOT NULL CHECK (kind IN
    ('VALUE_EXPIRES', 'TIER_AT_RISK', 'TIER_NEARLY_REACHED', 'RESERVATION_EXPIRES', 'REWARD_UNUSED', 'INACTIVE')),
  status          text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED', 'ARCHIVED')),
  terms           json NOT NULL CHECK (json_typeof(terms) = 'object'),
  -- CEL over a participant; null: every active participant.
  audience        text,
  -- `from` and `to`, in the time zone of the participant; null: none.
  quiet_hours     json CHECK (quiet_hours IS NULL OR json_typeof(quiet_hours) = 'object'),
  -- Up to when causes have been looked for; null: never, so that all that stands is a cause.
  checked_until   timestamptz(3),
  -- When causes are looked for again; null where the causes themselves say when.
  check_at        timestamptz(3),
  -- When there is something to do: to look for causes, or to send what waits.
  due_at          timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  deleted_at      timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CONSTRAINT notice_settings_archived CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CONSTRAINT notice_settings_rest CHECK (status = 'ACTIVE' OR (check_at IS NULL AND due_at IS NULL))
);
CREATE INDEX notice_settings_program_idx ON notice_settings (organization_id, program_id, created_at, id);
CREATE INDEX notice_settings_created_idx ON notice_settings (organization_id, created_at, id);
CREATE INDEX notice_settings_due_idx ON notice_settings (organization_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notice_settings_reservations_idx ON notice_settings (organization_id, id) WHERE status = 'ACTIVE' AND kind = 'RESERVATION_EXPIRES';
ALTER TABLE notice_settings ADD CONSTRAINT notice_settings_key UNIQUE (organization_id, program_id, key);
ALTER TABLE notice_settings ADD PRIMARY KEY (organization_id, id);

-- Causes that wait until they are due; what they are about is read again by then.
CREATE TABLE notice_queue (
  organization_id uuid NOT NULL,
  setting_id      uuid NOT NULL,
  due_at          timestamptz(3) NOT NULL,
  cause           text NOT NULL,
  participant_id  uuid NOT NULL,
  -- The tier, decision, redemption or time that the cause is about; null where the participant says it all.
  about           text,
  found_at        timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, setting_id) REFERENCES notice_settings (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);
ALTER TABLE notice_queue ADD CONSTRAINT notice_queue_cause UNIQUE (organization_id, setting_id, cause);
ALTER TABLE notice_queue ADD PRIMARY KEY (organization_id, setting_id, due_at, cause);

-- What was sent: each cause at most once.
CREATE TABLE notices (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  setting_id      uuid NOT NULL,
  kind            text NOT NULL,
  cause           text NOT NULL,
  participant_id  uuid NOT NULL,
  event_id        uuid NOT NULL,
  data            json NOT NULL CHECK (json_typeof(data) = 'object'),
  -- Until when the value expires that it tells of; null for other kinds.
  covers_until    timestamptz(3),
  -- When the cause was found, when it was due, and when it was sent.
  created_at      timestamptz(3) NOT NULL,
  due_at          timestamptz(3) NOT NULL,
  sent_at         timestamptz(3) NOT NULL CHECK (sent_at >= due_at),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, setting_id) REFERENCES notice_settings (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, event_id) REFERENCES events (organization_id, id),
  CONSTRAINT notices_id_has_time CHECK (get_byte(uuid_send(id), 6) >> 4 = 7)
);
CREATE INDEX notices_program_idx ON notices (organization_id, program_id, id);
CREATE INDEX notices_setting_idx ON notices (organization_id, setting_id, id);
CREATE INDEX notices_kind_idx ON notices (organization_id, kind, id);
CREATE INDEX notices_participant_idx ON notices (organization_id, participant_id, id);
ALTER TABLE notices ADD CONSTRAINT notices_event UNIQUE (organization_id, event_id);
ALTER TABLE notices ADD CONSTRAINT notices_cause UNIQUE (organization_id, setting_id, cause);
ALTER TABLE notices ADD PRIMARY KEY (organization_id, id);

-- How many were sent on each day of the program, derived from notices.
CREATE TABLE notice_days (
  organization_id uuid NOT NULL,
  setting_id      uuid NOT NULL,
  day             date NOT NULL,
  sent            integer NOT NULL CHECK (sent > 0),
  FOREIGN KEY (organization_id, setting_id) REFERENCES notice_settings (organization_id, id)
);
ALTER TABLE notice_days ADD PRIMARY KEY (organization_id, setting_id, day);
