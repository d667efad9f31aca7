-- Organizations, programs, assets, participants; the double-entry ledger and what it refuses;
-- rules, events, webhooks, idempotency. Timestamps are milliseconds of the organization's clock.

CREATE TABLE organizations (
  id              uuid PRIMARY KEY,
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
  CHECK (mode = 'SANDBOX' OR clock_offset_ms = 0)
);
CREATE INDEX organizations_created_idx ON organizations (created_at, id);
CREATE INDEX organizations_moved_clock_idx ON organizations (id) WHERE clock_offset_ms > 0;

CREATE TABLE api_keys (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  name            text NOT NULL,
  key_hash        bytea NOT NULL UNIQUE,
  prefix          text NOT NULL,
  last_four       text NOT NULL,
  trusted         boolean NOT NULL DEFAULT false,
  created_by      text,
  last_used_at    timestamptz(3),
  expires_at      timestamptz(3),
  revoked_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX api_keys_organization_idx ON api_keys (organization_id, created_at, id);

CREATE TABLE programs (
  id                         uuid PRIMARY KEY,
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
  UNIQUE (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX programs_created_idx ON programs (organization_id, created_at, id);
CREATE INDEX programs_name_idx ON programs (organization_id, name, id);

CREATE TABLE assets (
  id                     uuid PRIMARY KEY,
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
  UNIQUE (organization_id, id),
  UNIQUE (organization_id, symbol),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL))
);
CREATE INDEX assets_created_idx ON assets (organization_id, created_at, id);
CREATE INDEX assets_name_idx ON assets (organization_id, name, id);

CREATE TABLE program_assets (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (program_id, asset_id),
  UNIQUE (organization_id, program_id, asset_id),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id)
);
CREATE INDEX program_assets_asset_idx ON program_assets (asset_id, program_id);

CREATE TABLE participants (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  external_id     text NOT NULL,
  email           text,
  phone           text,
  first_name      text,
  last_name       text,
  display_name    text,
  status          text NOT NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'SUSPENDED', 'CLOSED')),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  UNIQUE (organization_id, external_id),
  UNIQUE (organization_id, id)
);
CREATE INDEX participants_created_idx ON participants (organization_id, created_at, id);
CREATE INDEX participants_status_idx ON participants (organization_id, status, created_at, id);

CREATE TABLE program_participants (
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  participant_id  uuid NOT NULL,
  enrolled_at     timestamptz(3) NOT NULL,
  PRIMARY KEY (program_id, participant_id),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);
CREATE INDEX program_participants_participant_idx ON program_participants (participant_id, program_id);

-- State: a subject is a participant, a group or a program.
CREATE TABLE state_tags (
  organization_id uuid NOT NULL REFERENCES organizations,
  subject_type    text NOT NULL CHECK (subject_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM')),
  subject_id      uuid NOT NULL,
  tag             text NOT NULL CHECK (tag = lower(tag)),
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (subject_id, tag)
);
CREATE INDEX state_tags_tag_idx ON state_tags (organization_id, subject_type, tag, subject_id);

CREATE TABLE state_attributes (
  organization_id uuid NOT NULL REFERENCES organizations,
  subject_type    text NOT NULL CHECK (subject_type IN ('PARTICIPANT', 'GROUP', 'PROGRAM')),
  subject_id      uuid NOT NULL,
  key             text NOT NULL,
  value           json NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (subject_id, key)
);

-- The ledger. An amount is signed: what an account receives is positive, what it gives is negative.
CREATE TABLE journal_entries (
  id              uuid PRIMARY KEY,
  sequence        bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  organization_id uuid NOT NULL REFERENCES organizations,
  program_id      uuid NOT NULL,
  type            text NOT NULL,
  description     text,
  reference_id    text,
  event_id        uuid,
  rule_id         uuid,
  rule_version    integer,
  created_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id)
);
CREATE INDEX journal_entries_created_idx ON journal_entries (organization_id, created_at, id);
CREATE INDEX journal_entries_program_idx ON journal_entries (program_id, created_at, id);
CREATE INDEX journal_entries_type_idx ON journal_entries (organization_id, type, created_at, id);
CREATE INDEX journal_entries_rule_idx ON journal_entries (rule_id, created_at, id) WHERE rule_id IS NOT NULL;
CREATE INDEX journal_entries_event_idx ON journal_entries (event_id) WHERE event_id IS NOT NULL;
CREATE INDEX journal_entries_reference_idx ON journal_entries (organization_id, reference_id, created_at, id) WHERE reference_id IS NOT NULL;

CREATE TABLE postings (
  entry_id        uuid NOT NULL REFERENCES journal_entries,
  line            smallint NOT NULL,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  account_type    text NOT NULL,
  account_id      uuid NOT NULL,
  bucket          text,
  amount          numeric(78, 18) NOT NULL CHECK (amount <> 0),
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (entry_id, line),
  CHECK (CASE WHEN account_type IN ('PARTICIPANT', 'GROUP') THEN bucket IN ('AVAILABLE', 'HELD', 'DEFERRED')
              WHEN account_type = 'PROGRAM_WALLET' THEN bucket = 'AVAILABLE'
              WHEN account_type IN ('SYSTEM_ISSUANCE', 'SYSTEM_BREAKAGE', 'SYSTEM_REDEMPTION') THEN bucket IS NULL
              END IS TRUE)
);
CREATE INDEX postings_account_idx ON postings (account_id, created_at, entry_id);
CREATE INDEX postings_asset_idx ON postings (asset_id, created_at, entry_id);

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
  PRIMARY KEY (account_id, program_id, asset_id),
  -- Value moves only where the asset is linked, and the link stays while a balance needs it.
  CONSTRAINT balances_linked FOREIGN KEY (organization_id, program_id, asset_id) REFERENCES program_assets (organization_id, program_id, asset_id),
  CONSTRAINT balances_not_overdrawn CHECK (available >= -overdraft_limit)
);
CREATE INDEX balances_organization_idx ON balances (organization_id, asset_id, program_id, account_type);
CREATE INDEX balances_drawn_idx ON balances (program_id, asset_id) WHERE held > 0 OR deferred > 0;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

CREATE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Refuses entries whose postings do not sum to zero per asset, and keeps the cached balances
-- equal to the postings, whoever writes them.
CREATE FUNCTION apply_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unbalanced uuid;
BEGIN
  SELECT entry_id INTO unbalanced FROM new_postings GROUP BY entry_id, asset_id HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % does not balance', unbalanced USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_balance';
  END IF;

  SELECT p.entry_id INTO unbalanced FROM new_postings p JOIN journal_entries e ON e.id = p.entry_id
  WHERE e.organization_id <> p.organization_id OR e.program_id <> p.program_id OR e.created_at <> p.created_at
     OR e.xmin <> pg_current_xact_id()::xid LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'postings contradict journal entry %, or were added to it later', unbalanced USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_match_entry';
  END IF;

  -- One statement, hence one snapshot: a row that this one does not see and that another transaction
  -- has opened meanwhile must break the primary key, never be passed over.
  WITH delta AS (
    SELECT organization_id, program_id, asset_id, account_type, account_id,
           coalesce(sum(amount) FILTER (WHERE bucket = 'AVAILABLE'), 0) AS available,
           coalesce(sum(amount) FILTER (WHERE bucket = 'HELD'), 0) AS held,
           coalesce(sum(amount) FILTER (WHERE bucket = 'DEFERRED'), 0) AS deferred
    FROM new_postings WHERE bucket IS NOT NULL GROUP BY organization_id, program_id, asset_id, account_type, account_id
  ), applied AS (
    UPDATE balances b
    SET available = b.available + d.available, held = b.held + d.held, deferred = b.deferred + d.deferred
    FROM delta d
    WHERE b.account_id = d.account_id AND b.program_id = d.program_id AND b.asset_id = d.asset_id AND b.account_type = d.account_type
    RETURNING b.account_id, b.program_id, b.asset_id, b.account_type
  )
  INSERT INTO balances (organization_id, program_id, asset_id, account_type, account_id, available, held, deferred)
  SELECT d.* FROM delta d
  WHERE (d.account_id, d.program_id, d.asset_id, d.account_type) NOT IN (SELECT account_id, program_id, asset_id, account_type FROM applied);
  RETURN NULL;
END $$;

CREATE TRIGGER postings_applied AFTER INSERT ON postings
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION apply_postings();

-- An entry without postings says nothing; it must arrive together with them in one statement or transaction.
CREATE FUNCTION require_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  empty uuid;
BEGIN
  SELECT e.id INTO empty FROM new_entries e WHERE NOT EXISTS (SELECT 1 FROM postings p WHERE p.entry_id = e.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % has no postings', empty USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_have_postings';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER journal_entries_complete AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION require_postings();

-- Balances change through postings alone.
CREATE FUNCTION refuse_direct_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN
    RAISE EXCEPTION '% follow the postings: direct % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER balances_follow_postings BEFORE UPDATE OF available, held, deferred, account_id, account_type, program_id, asset_id, organization_id OR DELETE OR TRUNCATE ON balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_direct_balance();
CREATE FUNCTION refuse_opening_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 AND (NEW.available <> 0 OR NEW.held <> 0 OR NEW.deferred <> 0) THEN
    RAISE EXCEPTION 'balances follow the postings: a new row begins at zero' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER balances_begin_at_zero BEFORE INSERT ON balances FOR EACH ROW EXECUTE FUNCTION refuse_opening_balance();

-- Rules.
CREATE TABLE rule_sets (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  key             text NOT NULL,
  name            text NOT NULL,
  position        integer NOT NULL CHECK (position >= 1),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  UNIQUE (program_id, key),
  CONSTRAINT rule_sets_order UNIQUE (program_id, position) DEFERRABLE INITIALLY DEFERRED,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id)
);

CREATE TABLE rules (
  id               uuid PRIMARY KEY,
  organization_id  uuid NOT NULL,
  program_id       uuid NOT NULL,
  rule_set_id      uuid NOT NULL REFERENCES rule_sets,
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
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK ((status = 'ARCHIVED') = (deleted_at IS NOT NULL)),
  CHECK (active_from < active_to)
);
CREATE INDEX rules_program_idx ON rules (program_id, rule_set_id, position);
CREATE INDEX rules_created_idx ON rules (organization_id, created_at, id);
CREATE INDEX rules_name_idx ON rules (organization_id, name, id);

-- Events: the row is the queue. `due_at` is compared with the clock of the organization.
CREATE TABLE events (
  id                    uuid PRIMARY KEY,
  sequence              bigint GENERATED ALWAYS AS IDENTITY,
  organization_id       uuid NOT NULL REFERENCES organizations,
  program_id            uuid NOT NULL,
  participant_id        uuid,
  recipient_id          uuid,
  external_id           text,
  event_type            text NOT NULL CHECK (event_type IN ('EXTERNAL', 'SYSTEM')),
  event_data            json NOT NULL,
  idempotency_key       text NOT NULL,
  status                text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
  error_code            text,
  error_message         text,
  retry_count           smallint NOT NULL DEFAULT 0,
  due_at                timestamptz(3) NOT NULL,
  event_timestamp       timestamptz(3) NOT NULL,
  received_at           timestamptz(3) NOT NULL,
  processed_at          timestamptz(3),
  created_at            timestamptz(3) NOT NULL,
  updated_at            timestamptz(3) NOT NULL,
  UNIQUE (program_id, idempotency_key),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK ((status = 'FAILED') = (error_message IS NOT NULL))
);
CREATE INDEX events_program_queue_idx ON events (program_id, due_at, sequence) WHERE status = 'PENDING';
CREATE INDEX events_organization_queue_idx ON events (organization_id, due_at) WHERE status = 'PENDING';
CREATE INDEX events_retrying_idx ON events (program_id) WHERE status = 'PENDING' AND retry_count > 0;
CREATE INDEX events_created_idx ON events (organization_id, created_at, id);
CREATE INDEX events_program_idx ON events (program_id, created_at, id);
CREATE INDEX events_participant_idx ON events (participant_id, created_at, id);

CREATE TABLE event_evaluations (
  event_id                   uuid PRIMARY KEY REFERENCES events,
  organization_id            uuid NOT NULL,
  rule_configuration_version integer NOT NULL,
  evaluations                json NOT NULL,
  created_at                 timestamptz(3) NOT NULL
);

-- Webhooks: an envelope, its deliveries (one an endpoint), and the attempts of each.
CREATE TABLE webhook_endpoints (
  id                  uuid PRIMARY KEY,
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
  deleted_at          timestamptz(3)
);
CREATE INDEX webhook_endpoints_organization_idx ON webhook_endpoints (organization_id, created_at, id);

CREATE TABLE webhook_events (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  type            text NOT NULL,
  api_version     text NOT NULL,
  data            json NOT NULL,
  created_at      timestamptz(3) NOT NULL
);
CREATE INDEX webhook_events_created_idx ON webhook_events (organization_id, created_at, id);

CREATE TABLE webhook_deliveries (
  id               uuid PRIMARY KEY,
  organization_id  uuid NOT NULL REFERENCES organizations,
  webhook_event_id uuid NOT NULL REFERENCES webhook_events,
  endpoint_id      uuid NOT NULL REFERENCES webhook_endpoints,
  status           text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'SENDING', 'DELIVERED', 'FAILED')),
  attempt_count    smallint NOT NULL DEFAULT 0,
  next_attempt_at  timestamptz(3),
  lease_until      timestamptz(3),
  first_limited_at timestamptz(3),
  last_error       text,
  error_code       text,
  response_status  smallint,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  delivered_at     timestamptz(3)
);
-- Claims go from endpoint to endpoint, so that no backlog of one hides the rows of another.
CREATE INDEX webhook_deliveries_queue_idx ON webhook_deliveries (endpoint_id, next_attempt_at, id) WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_lease_idx ON webhook_deliveries (lease_until) WHERE status = 'SENDING';
CREATE INDEX webhook_deliveries_created_idx ON webhook_deliveries (organization_id, created_at, id);
CREATE INDEX webhook_deliveries_endpoint_idx ON webhook_deliveries (endpoint_id, created_at, id);
CREATE INDEX webhook_deliveries_event_idx ON webhook_deliveries (webhook_event_id);

CREATE TABLE webhook_attempts (
  delivery_id      uuid NOT NULL REFERENCES webhook_deliveries,
  number           integer NOT NULL,
  organization_id  uuid NOT NULL,
  attempted_at     timestamptz(3) NOT NULL,
  duration_ms      integer NOT NULL,
  request_headers  json NOT NULL,
  response_status  smallint,
  response_headers json,
  response_body    text,
  error            text,
  error_code       text,
  PRIMARY KEY (delivery_id, number)
);

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
CREATE INDEX idempotency_records_expiry_idx ON idempotency_records (expires_at) WHERE expires_at IS NOT NULL;
