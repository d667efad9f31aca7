-- Closed periods: up to where the books of an organization are closed, and the figures they were closed
-- with. From the commit of a period on, no entry can be dated into it, whoever writes it.

CREATE TABLE ledger_periods (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL REFERENCES organizations,
  status          text NOT NULL DEFAULT 'CLOSING' CHECK (status IN ('CLOSING', 'CLOSED', 'REOPENED')),
  description     text,
  -- Null: from the first entry on. Exclusive at its end.
  period_from     timestamptz(3),
  period_to       timestamptz(3) NOT NULL,
  entry_count     bigint CHECK (entry_count >= 0),
  -- Where the hash chain stood when it closed: every entry of the period lies at or before this position.
  chain_position  bigint CHECK (chain_position >= 0),
  entry_hash      bytea CHECK (octet_length(entry_hash) = 32),
  reopen_reason   text,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  closed_at       timestamptz(3),
  reopened_at     timestamptz(3),
  UNIQUE (organization_id, id),
  CHECK (period_from < period_to),
  CHECK (status <> 'CLOSED' OR closed_at IS NOT NULL),
  CHECK ((closed_at IS NULL) = (entry_count IS NULL) AND (closed_at IS NULL) = (chain_position IS NULL)),
  CHECK ((status = 'REOPENED') = (reopened_at IS NOT NULL) AND (status = 'REOPENED') = (reopen_reason IS NOT NULL))
);
-- Periods that stand follow each other without a gap: none begins where another does.
CREATE UNIQUE INDEX ledger_periods_standing_idx ON ledger_periods (organization_id, period_to) WHERE status <> 'REOPENED';
CREATE UNIQUE INDEX ledger_periods_begin_idx ON ledger_periods (organization_id, coalesce(period_from, '-infinity')) WHERE status <> 'REOPENED';
CREATE INDEX ledger_periods_created_idx ON ledger_periods (organization_id, created_at, id);
CREATE INDEX ledger_periods_closing_idx ON ledger_periods (created_at, id) WHERE status = 'CLOSING';

-- What was owed to participants and groups, and how it came to be.
CREATE TABLE ledger_period_figures (
  organization_id uuid NOT NULL,
  period_id       uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL REFERENCES assets,
  opening         numeric(78, 18) NOT NULL,
  issued          numeric(78, 18) NOT NULL,
  reversed        numeric(78, 18) NOT NULL,
  redeemed        numeric(78, 18) NOT NULL,
  expired         numeric(78, 18) NOT NULL,
  forfeited       numeric(78, 18) NOT NULL,
  debited         numeric(78, 18) NOT NULL,
  voided          numeric(78, 18) NOT NULL,
  closing         numeric(78, 18) NOT NULL,
  PRIMARY KEY (period_id, program_id, asset_id),
  FOREIGN KEY (organization_id, period_id) REFERENCES ledger_periods (organization_id, id),
  CHECK (closing = opening + issued + reversed - redeemed - expired - forfeited - debited - voided)
);

-- The trial balance at the end of the period.
CREATE TABLE ledger_period_balances (
  organization_id uuid NOT NULL,
  period_id       uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL REFERENCES assets,
  account_type    text NOT NULL,
  balance         numeric(78, 18) NOT NULL,
  PRIMARY KEY (period_id, program_id, asset_id, account_type),
  FOREIGN KEY (organization_id, period_id) REFERENCES ledger_periods (organization_id, id)
);

CREATE TRIGGER ledger_period_figures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_period_figures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_period_balances_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_period_balances
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_periods_kept BEFORE DELETE OR TRUNCATE ON ledger_periods
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Figures come with the closing alone; after that a period can only be reopened, the last one first.
CREATE FUNCTION refuse_period_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  later boolean;
BEGIN
  IF (OLD.id, OLD.organization_id, OLD.period_to, OLD.created_at) IS DISTINCT FROM (NEW.id, NEW.organization_id, NEW.period_to, NEW.created_at)
    OR OLD.period_from IS DISTINCT FROM NEW.period_from OR OLD.description IS DISTINCT FROM NEW.description
    OR OLD.status = 'REOPENED' OR (OLD.status = 'CLOSED' AND NEW.status <> 'REOPENED')
    OR (NEW.status <> 'CLOSED' AND (OLD.entry_count, OLD.chain_position, OLD.entry_hash, OLD.closed_at)
      IS DISTINCT FROM (NEW.entry_count, NEW.chain_position, NEW.entry_hash, NEW.closed_at)) THEN
    RAISE EXCEPTION 'a period never changes, but for being closed and reopened' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_periods_final';
  END IF;
  IF NEW.status = 'REOPENED' THEN
    SELECT EXISTS (SELECT 1 FROM ledger_periods p WHERE p.organization_id = NEW.organization_id AND p.status <> 'REOPENED'
      AND p.period_to > NEW.period_to) INTO later;
    IF later THEN
      RAISE EXCEPTION 'a later period is closed' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'ledger_periods_last_first';
    END IF;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_periods_final BEFORE UPDATE ON ledger_periods FOR EACH ROW EXECUTE FUNCTION refuse_period_change();

CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON ledger_periods FOR EACH ROW EXECUTE FUNCTION audit_change('LEDGER_PERIOD', 'entry_hash');

-- The guard. A transaction whose guard does not see the period had its number before the period was
-- committed; the closing waits for all of those before it adds anything up.
CREATE FUNCTION refuse_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed_to timestamptz;
BEGIN
  SELECT max(p.period_to) INTO closed_to
  FROM (SELECT organization_id, min(created_at) AS created_at FROM new_entries GROUP BY organization_id) e
  JOIN ledger_periods p ON p.organization_id = e.organization_id AND p.status <> 'REOPENED' AND p.period_to > e.created_at;
  IF closed_to IS NOT NULL THEN
    RAISE EXCEPTION 'The period until % is closed.', to_char(closed_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entries_open_period';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER journal_entries_open_period AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_period();
