-- The ledger proves itself: entries are sealed into one hash chain per organization, signed
-- checkpoints say where a chain stood, and verifications compare all of it with the rows.

-- Entries that are not sealed yet. A row becomes visible with its entry and goes with its seal, so
-- an entry that is in neither place was put there behind the ledger's back.
CREATE TABLE entry_seal_queue (
  organization_id uuid NOT NULL,
  sequence        bigint NOT NULL,
  entry_id        uuid NOT NULL,
  PRIMARY KEY (organization_id, sequence)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

CREATE FUNCTION queue_entries_for_sealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entry_seal_queue (organization_id, sequence, entry_id) SELECT organization_id, sequence, id FROM new_entries;
  RETURN NULL;
END $$;

CREATE TRIGGER journal_entries_queued AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION queue_entries_for_sealing();

INSERT INTO entry_seal_queue (organization_id, sequence, entry_id) SELECT organization_id, sequence, id FROM journal_entries;

-- Where the chain of an organization stands. Whoever seals holds this row; posting never looks at it.
CREATE TABLE entry_chains (
  organization_id     uuid PRIMARY KEY REFERENCES organizations,
  position            bigint NOT NULL DEFAULT 0 CHECK (position >= 0),
  head_hash           bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(head_hash) = 32),
  checkpoint_position bigint NOT NULL DEFAULT 0 CHECK (checkpoint_position BETWEEN 0 AND position),
  -- Real time; null while the last checkpoint stands at the head.
  checkpoint_due_at   timestamptz(3)
);
CREATE INDEX entry_chains_checkpoint_idx ON entry_chains (checkpoint_due_at) WHERE checkpoint_due_at IS NOT NULL;

-- `sealed_at` is real time. Without foreign keys, whose checks would write to every entry once more:
-- entries refuse deletion themselves, and a verification finds what is missing all the same.
CREATE TABLE entry_seals (
  organization_id uuid NOT NULL,
  position        bigint NOT NULL CHECK (position >= 1),
  entry_id        uuid NOT NULL UNIQUE,
  entry_hash      bytea NOT NULL CHECK (octet_length(entry_hash) = 32),
  previous_hash   bytea NOT NULL CHECK (octet_length(previous_hash) = 32),
  sealed_at       timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, position)
);

CREATE TRIGGER entry_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A seal goes on from the one before it, whoever writes it.
CREATE FUNCTION require_chain() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  loose bigint;
BEGIN
  SELECT n.position INTO loose
  FROM new_seals n LEFT JOIN entry_seals before ON before.organization_id = n.organization_id AND before.position = n.position - 1
  WHERE n.previous_hash IS DISTINCT FROM CASE WHEN n.position = 1 THEN decode(repeat('00', 32), 'hex') ELSE before.entry_hash END
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'seal % does not go on from the one before it', loose USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_seals_chained';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER entry_seals_chained AFTER INSERT ON entry_seals
  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION require_chain();

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
  entry_hash      bytea NOT NULL CHECK (octet_length(entry_hash) = 32),
  key_id          text NOT NULL REFERENCES ledger_signing_keys,
  signature       bytea NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (organization_id, position)
);

CREATE TRIGGER ledger_checkpoints_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE TABLE ledger_verifications (
  id               uuid PRIMARY KEY,
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

-- Verifications go through the balances of one organization page by page.
DROP INDEX balances_organization_idx;
CREATE INDEX balances_organization_idx ON balances (organization_id, asset_id, program_id, account_type, account_id);
