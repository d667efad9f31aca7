-- Gift-card providers: accounts with them, what programs offer through them, and what is ordered.

-- `settings` may be shown; `secrets` is encrypted and never leaves the service.
CREATE TABLE fulfillment_accounts (
  id              uuid PRIMARY KEY,
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
  UNIQUE (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CHECK (provider = 'SANDBOX' OR secrets IS NOT NULL)
);
CREATE INDEX fulfillment_accounts_created_idx ON fulfillment_accounts (organization_id, created_at, id);

CREATE TABLE reward_sources (
  id                     uuid PRIMARY KEY,
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
  UNIQUE (organization_id, program_id, asset_id, id),
  CONSTRAINT reward_sources_linked FOREIGN KEY (organization_id, program_id, asset_id) REFERENCES program_assets (organization_id, program_id, asset_id),
  FOREIGN KEY (organization_id, fulfillment_account_id) REFERENCES fulfillment_accounts (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX reward_sources_program_idx ON reward_sources (program_id, created_at, id);

-- `product` is what the provider said of the product when the reward was made.
ALTER TABLE rewards
  ADD COLUMN reward_source_id uuid,
  ADD COLUMN product_id text,
  ADD COLUMN product json,
  ADD CONSTRAINT rewards_source FOREIGN KEY (organization_id, program_id, asset_id, reward_source_id) REFERENCES reward_sources (organization_id, program_id, asset_id, id),
  ADD CONSTRAINT rewards_fulfilled CHECK ((reward_source_id IS NULL) = (product_id IS NULL) AND (reward_source_id IS NULL) = (product IS NULL)
    AND (reward_source_id IS NULL OR redemption_type = 'AMOUNT_BASED'));

-- One order a redemption, known to the provider by the redemption's id. Once `begun_at` is set the
-- provider may have it. An open order has a due time; while a worker asks about it, a lease.
CREATE TABLE fulfillment_orders (
  redemption_id          uuid PRIMARY KEY,
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
  -- Opens the claim page: found by its hash, shown again from its encrypted form.
  claim_token_hash       bytea NOT NULL UNIQUE,
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
CREATE INDEX fulfillment_orders_due_idx ON fulfillment_orders (next_attempt_at) WHERE status IN ('PENDING', 'ORDERED');
CREATE INDEX fulfillment_orders_organization_due_idx ON fulfillment_orders (organization_id, next_attempt_at) WHERE status IN ('PENDING', 'ORDERED');
CREATE INDEX fulfillment_orders_busy_idx ON fulfillment_orders (fulfillment_account_id) WHERE lease_until IS NOT NULL;

-- What was ordered, its first attempt, its name at the provider and the consent stay; an order ends once.
CREATE FUNCTION guard_fulfillment_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.status <> NEW.status AND (OLD.status, NEW.status) NOT IN
        (('PENDING', 'ORDERED'), ('PENDING', 'DELIVERED'), ('PENDING', 'FAILED'), ('ORDERED', 'DELIVERED'), ('ORDERED', 'FAILED')))
     OR (NEW.redemption_id, NEW.organization_id, NEW.fulfillment_account_id, NEW.product_id, NEW.face_value_minor, NEW.face_currency, NEW.claim_token_hash, NEW.created_at)
        IS DISTINCT FROM (OLD.redemption_id, OLD.organization_id, OLD.fulfillment_account_id, OLD.product_id, OLD.face_value_minor, OLD.face_currency, OLD.claim_token_hash, OLD.created_at)
     OR NEW.begun_at IS DISTINCT FROM coalesce(OLD.begun_at, NEW.begun_at) OR NEW.consented_at IS DISTINCT FROM coalesce(OLD.consented_at, NEW.consented_at)
     OR NEW.provider_order_id IS DISTINCT FROM coalesce(OLD.provider_order_id, NEW.provider_order_id)
     OR NEW.resolved_at IS DISTINCT FROM coalesce(OLD.resolved_at, NEW.resolved_at) OR NEW.attempt_count < OLD.attempt_count THEN
    RAISE EXCEPTION 'the order of redemption % cannot go from % to % like this', OLD.redemption_id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation', CONSTRAINT = 'fulfillment_orders_move_on';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER fulfillment_orders_move_on BEFORE UPDATE ON fulfillment_orders FOR EACH ROW EXECUTE FUNCTION guard_fulfillment_order();
CREATE TRIGGER fulfillment_orders_stay BEFORE DELETE OR TRUNCATE ON fulfillment_orders FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- An order is open or failed no longer than its redemption says: what is committed together fits together.
CREATE FUNCTION fit_order_and_redemption() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  redemption redemptions.status%TYPE;
  ordered    fulfillment_orders.status%TYPE;
BEGIN
  SELECT r.status, o.status INTO redemption, ordered
  FROM fulfillment_orders o JOIN redemptions r ON r.id = o.redemption_id
  WHERE o.redemption_id = CASE TG_TABLE_NAME WHEN 'redemptions' THEN (to_jsonb(NEW) ->> 'id')::uuid ELSE (to_jsonb(NEW) ->> 'redemption_id')::uuid END;
  IF FOUND AND NOT (CASE redemption
      WHEN 'PENDING' THEN ordered <> 'FAILED'
      WHEN 'COMPLETED' THEN ordered = 'DELIVERED'
      WHEN 'PARTIALLY_REVERSED' THEN ordered = 'DELIVERED'
      WHEN 'FULLY_REVERSED' THEN ordered = 'DELIVERED'
      ELSE ordered IN ('DELIVERED', 'FAILED') END) THEN
    RAISE EXCEPTION 'a redemption that is % has an order that is %', redemption, ordered USING ERRCODE = 'check_violation', CONSTRAINT = 'fulfillment_orders_fit';
  END IF;
  RETURN NULL;
END $$;

CREATE CONSTRAINT TRIGGER fulfillment_orders_fit AFTER INSERT OR UPDATE ON fulfillment_orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION fit_order_and_redemption();
CREATE CONSTRAINT TRIGGER redemptions_fit_order AFTER UPDATE ON redemptions DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.status <> OLD.status AND NEW.reward_id IS NOT NULL) EXECUTE FUNCTION fit_order_and_redemption();
