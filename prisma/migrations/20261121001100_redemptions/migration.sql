-- The reward catalog, redemptions and their reversals. What a redemption holds or has spent is in the
-- ledger; here is what it was for, where it stands, and how many of a reward are taken.

CREATE TABLE rewards (
  id                  uuid PRIMARY KEY,
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
  UNIQUE (organization_id, id),
  CONSTRAINT rewards_name UNIQUE (program_id, name),
  CONSTRAINT rewards_within_max_total CHECK (redeemed_count <= max_total),
  CONSTRAINT rewards_linked FOREIGN KEY (organization_id, program_id, asset_id) REFERENCES program_assets (organization_id, program_id, asset_id),
  CHECK ((redemption_type = 'UNIT_BASED') = (unit_cost IS NOT NULL)),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CHECK (available_from < available_until)
);
CREATE INDEX rewards_program_idx ON rewards (program_id, created_at, id);
CREATE INDEX rewards_program_name_idx ON rewards (program_id, name, id);

CREATE TRIGGER rewards_count_follows_redemptions BEFORE UPDATE OF redeemed_count ON rewards
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();
CREATE TRIGGER rewards_begin_unredeemed BEFORE INSERT ON rewards FOR EACH ROW EXECUTE FUNCTION refuse_filled_row('redeemed_count');

-- A redemption that is pending, or was, has a reservation: a hold under the reference `service:redemption:<id>`.
CREATE TABLE redemptions (
  id                       uuid PRIMARY KEY,
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
  journal_entry_id         uuid NOT NULL UNIQUE REFERENCES journal_entries,
  reservation_id           uuid UNIQUE,
  expires_at               timestamptz(3),
  resolved_at              timestamptz(3),
  capture_journal_entry_id uuid UNIQUE REFERENCES journal_entries,
  captured_at              timestamptz(3),
  release_journal_entry_id uuid UNIQUE REFERENCES journal_entries,
  released_amount          numeric(78, 18) CHECK (released_amount > 0 AND released_amount <= amount),
  reversed_amount          numeric(78, 18) NOT NULL DEFAULT 0 CHECK (reversed_amount BETWEEN 0 AND amount),
  created_at               timestamptz(3) NOT NULL,
  updated_at               timestamptz(3) NOT NULL,
  UNIQUE (organization_id, id),
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
CREATE INDEX redemptions_participant_idx ON redemptions (participant_id, created_at, id);
CREATE INDEX redemptions_program_idx ON redemptions (program_id, created_at, id);
CREATE INDEX redemptions_reward_idx ON redemptions (reward_id, created_at, id) WHERE reward_id IS NOT NULL;
CREATE INDEX redemptions_taken_idx ON redemptions (reward_id, participant_id) WHERE units > 0;
CREATE INDEX redemptions_expiring_idx ON redemptions (expires_at) WHERE status = 'PENDING';
CREATE INDEX redemptions_organization_expiring_idx ON redemptions (organization_id, expires_at) WHERE status = 'PENDING';

-- A redemption ends once and keeps what it was for.
CREATE FUNCTION guard_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status, NEW.status) NOT IN (
       ('PENDING', 'COMPLETED'), ('PENDING', 'FAILED'), ('PENDING', 'CANCELLED'), ('COMPLETED', 'PARTIALLY_REVERSED'), ('COMPLETED', 'FULLY_REVERSED'),
       ('PARTIALLY_REVERSED', 'PARTIALLY_REVERSED'), ('PARTIALLY_REVERSED', 'FULLY_REVERSED'))
     OR NEW.reversed_amount < OLD.reversed_amount OR NEW.reversed_quantity < OLD.reversed_quantity
     OR (OLD.resolved_at IS NOT NULL AND (NEW.resolved_at, NEW.capture_journal_entry_id, NEW.captured_at) IS DISTINCT FROM (OLD.resolved_at, OLD.capture_journal_entry_id, OLD.captured_at))
     OR (NEW.id, NEW.organization_id, NEW.program_id, NEW.participant_id, NEW.asset_id, NEW.amount, NEW.target, NEW.journal_entry_id, NEW.created_at)
        IS DISTINCT FROM (OLD.id, OLD.organization_id, OLD.program_id, OLD.participant_id, OLD.asset_id, OLD.amount, OLD.target, OLD.journal_entry_id, OLD.created_at)
     OR (NEW.reward_id, NEW.quantity, NEW.unit_cost, NEW.reservation_id, NEW.expires_at)
        IS DISTINCT FROM (OLD.reward_id, OLD.quantity, OLD.unit_cost, OLD.reservation_id, OLD.expires_at) THEN
    RAISE EXCEPTION 'redemption % cannot go from % to % like this', OLD.id, OLD.status, NEW.status USING ERRCODE = 'check_violation', CONSTRAINT = 'redemptions_move_on';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER redemptions_move_on BEFORE UPDATE ON redemptions FOR EACH ROW EXECUTE FUNCTION guard_redemption();
CREATE TRIGGER redemptions_stay BEFORE DELETE OR TRUNCATE ON redemptions FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Rewards are taken and returned with their redemptions; whoever takes more than one participant may have is refused.
CREATE FUNCTION count_redeemed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken bigint := NEW.units - CASE WHEN TG_OP = 'UPDATE' THEN OLD.units ELSE 0 END;
  bound bigint;
BEGIN
  IF NEW.reward_id IS NULL OR taken = 0 THEN
    RETURN NULL;
  END IF;
  UPDATE rewards SET redeemed_count = redeemed_count + taken WHERE id = NEW.reward_id RETURNING max_per_participant INTO bound;
  IF taken > 0 AND (SELECT sum(r.units) FROM redemptions r WHERE r.reward_id = NEW.reward_id AND r.participant_id = NEW.participant_id) > bound THEN
    RAISE EXCEPTION 'reward % is bounded for one participant', NEW.reward_id USING ERRCODE = 'check_violation', CONSTRAINT = 'rewards_within_max_per_participant';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER redemptions_counted AFTER INSERT OR UPDATE ON redemptions FOR EACH ROW EXECUTE FUNCTION count_redeemed();

CREATE TABLE redemption_reversals (
  id               uuid PRIMARY KEY,
  organization_id  uuid NOT NULL,
  redemption_id    uuid NOT NULL,
  amount           numeric(78, 18) NOT NULL CHECK (amount > 0),
  quantity         bigint CHECK (quantity >= 0),
  reason           text NOT NULL,
  journal_entry_id uuid NOT NULL UNIQUE REFERENCES journal_entries,
  created_at       timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, redemption_id) REFERENCES redemptions (organization_id, id)
);
CREATE INDEX redemption_reversals_redemption_idx ON redemption_reversals (redemption_id, created_at, id);

CREATE TRIGGER redemption_reversals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON redemption_reversals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
