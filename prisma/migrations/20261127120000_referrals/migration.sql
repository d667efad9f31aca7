-- Counts the changes of the program's referral programs; 0: it never had one.
ALTER TABLE programs ADD COLUMN referral_version integer NOT NULL DEFAULT 0;

-- Terms under which participants bring friends.
CREATE TABLE referral_programs (
  id               uuid NOT NULL,
  organization_id  uuid NOT NULL,
  program_id       uuid NOT NULL,
  -- The rule set that is the campaign of the referral program.
  campaign_id      uuid,
  -- By which rules name it.
  key              text NOT NULL,
  name             text NOT NULL,
  status           text NOT NULL CHECK (status IN ('ACTIVE', 'PAUSED', 'ARCHIVED')),
  active_from      timestamptz(3),
  active_to        timestamptz(3),
  code_prefix      text NOT NULL DEFAULT '',
  -- Which events of a friend qualify: those of these types, or of any if there are none, that meet the condition.
  event_types      text[] NOT NULL DEFAULT '{}',
  condition        text,
  -- For how many days after the binding; null: forever.
  within_days      integer CHECK (within_days > 0),
  max_per_referrer integer CHECK (max_per_referrer > 0),
  steps            integer[] NOT NULL DEFAULT '{}',
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  deleted_at       timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, campaign_id) REFERENCES rule_sets (organization_id, id),
  CONSTRAINT referral_programs_window CHECK (active_from < active_to),
  CONSTRAINT referral_programs_steps CHECK (0 < ALL (steps)),
  CONSTRAINT referral_programs_archived CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX referral_programs_program_idx ON referral_programs (organization_id, program_id, created_at, id);
CREATE INDEX referral_programs_campaign_idx ON referral_programs (organization_id, campaign_id, created_at, id) WHERE campaign_id IS NOT NULL;
ALTER TABLE referral_programs ADD CONSTRAINT referral_programs_key UNIQUE (organization_id, program_id, key);
ALTER TABLE referral_programs ADD PRIMARY KEY (organization_id, id);

-- Every code that a participant has or had; one that was replaced is given to nobody again.
CREATE TABLE referral_codes (
  organization_id     uuid NOT NULL,
  program_id          uuid NOT NULL,
  -- Normalized: in upper case, without spaces and dashes.
  code                text NOT NULL CHECK (code ~ '^[0-9A-Z]{1,36}$'),
  referral_program_id uuid NOT NULL,
  participant_id      uuid NOT NULL,
  created_at          timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, referral_program_id) REFERENCES referral_programs (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);
CREATE INDEX referral_codes_participant_idx ON referral_codes (organization_id, participant_id, referral_program_id);
ALTER TABLE referral_codes ADD PRIMARY KEY (organization_id, program_id, code);

-- Whoever can bring friends: the code of each, and how many friends they have brought.
CREATE TABLE referrers (
  organization_id     uuid NOT NULL,
  referral_program_id uuid NOT NULL,
  participant_id      uuid NOT NULL,
  program_id          uuid NOT NULL,
  -- The one that works.
  code                text NOT NULL,
  -- Derived from referrals: those that were bound, that stand as QUALIFIED, and of these the ones that count.
  bound               integer NOT NULL DEFAULT 0 CHECK (bound >= 0),
  qualified           integer NOT NULL DEFAULT 0 CHECK (qualified >= 0),
  rewarded            integer NOT NULL DEFAULT 0 CHECK (rewarded >= 0),
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, referral_program_id) REFERENCES referral_programs (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, program_id, code) REFERENCES referral_codes (organization_id, program_id, code),
  CONSTRAINT referrers_counts CHECK (rewarded <= qualified AND qualified <= bound)
);
CREATE INDEX referrers_best_idx ON referrers (organization_id, referral_program_id, qualified DESC, participant_id);
CREATE INDEX referrers_participant_idx ON referrers (organization_id, participant_id, created_at, referral_program_id);
CREATE INDEX referrers_made_idx ON referrers (organization_id, referral_program_id, created_at);
ALTER TABLE referrers ADD PRIMARY KEY (organization_id, referral_program_id, participant_id);

-- Who was brought by whom: once for each referral program, forever.
CREATE TABLE referrals (
  id                  uuid NOT NULL,
  organization_id     uuid NOT NULL,
  program_id          uuid NOT NULL,
  referral_program_id uuid NOT NULL,
  referrer_id         uuid NOT NULL,
  referred_id         uuid NOT NULL,
  -- As it was entered.
  code                text NOT NULL,
  status              text NOT NULL CHECK (status IN ('PENDING', 'QUALIFIED', 'EXPIRED', 'CANCELLED')),
  bound_at            timestamptz(3) NOT NULL,
  -- The event that carried the code; null for one that was bound by a request.
  bound_event_id      uuid,
  -- The first instant at which no event can qualify it any more; null: never.
  expires_at          timestamptz(3),
  qualified_at        timestamptz(3),
  qualifying_event_id uuid,
  -- Whether it counts for the referrer, and how many do with it.
  rewarded            boolean NOT NULL DEFAULT false,
  count               integer CHECK (count > 0),
  step                integer CHECK (step > 0),
  expired_at          timestamptz(3),
  cancelled_at        timestamptz(3),
  reason              text,
  created_at          timestamptz(3) NOT NULL,
  updated_at          timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, referral_program_id, referrer_id) REFERENCES referrers (organization_id, referral_program_id, participant_id),
  FOREIGN KEY (organization_id, referred_id) REFERENCES participants (organization_id, id),
  FOREIGN KEY (organization_id, bound_event_id) REFERENCES events (organization_id, id),
  FOREIGN KEY (organization_id, qualifying_event_id) REFERENCES events (organization_id, id),
  CONSTRAINT referrals_of_two CHECK (referrer_id <> referred_id),
  CONSTRAINT referrals_qualified CHECK ((qualified_at IS NOT NULL) = (qualifying_event_id IS NOT NULL) AND (status <> 'QUALIFIED' OR qualified_at IS NOT NULL)
    AND (status NOT IN ('PENDING', 'EXPIRED') OR qualified_at IS NULL)),
  CONSTRAINT referrals_rewarded CHECK (rewarded = (count IS NOT NULL) AND (NOT rewarded OR qualified_at IS NOT NULL) AND (step IS NULL OR rewarded)),
  CONSTRAINT referrals_expired CHECK (expired_at IS NULL OR expires_at IS NOT NULL),
  CONSTRAINT referrals_cancelled CHECK ((status = 'CANCELLED') = (cancelled_at IS NOT NULL) AND (status = 'CANCELLED') = (reason IS NOT NULL)),
  CONSTRAINT referrals_id_has_time CHECK (get_byte(uuid_send(id), 6) >> 4 = 7)
);
CREATE INDEX referrals_program_idx ON referrals (organization_id, program_id, id);
CREATE INDEX referrals_referral_program_idx ON referrals (organization_id, referral_program_id, id);
CREATE INDEX referrals_status_idx ON referrals (organization_id, referral_program_id, status, id);
CREATE INDEX referrals_referrer_idx ON referrals (organization_id, referrer_id, id);
CREATE INDEX referrals_due_idx ON referrals (organization_id, expires_at, id) WHERE status = 'PENDING' AND expires_at IS NOT NULL;
CREATE INDEX referrals_qualified_idx ON referrals (organization_id, referral_program_id, qualified_at) WHERE qualified_at IS NOT NULL;
CREATE INDEX referrals_expired_idx ON referrals (organization_id, referral_program_id, expired_at) WHERE expired_at IS NOT NULL;
CREATE INDEX referrals_cancelled_idx ON referrals (organization_id, referral_program_id, cancelled_at) WHERE cancelled_at IS NOT NULL;
CREATE INDEX referrals_bound_event_idx ON referrals (organization_id, bound_event_id) WHERE bound_event_id IS NOT NULL;
CREATE INDEX referrals_qualifying_event_idx ON referrals (organization_id, qualifying_event_id) WHERE qualifying_event_id IS NOT NULL;
ALTER TABLE referrals ADD CONSTRAINT referrals_referred_once UNIQUE (organization_id, referred_id, referral_program_id);
ALTER TABLE referrals ADD PRIMARY KEY (organization_id, id);
