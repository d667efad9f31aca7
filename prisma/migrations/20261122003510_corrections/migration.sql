-- Retroactive corrections: what each holder should have had by a backtest, and the entries that make it so.

-- How many holders and assets a backtest found to differ. NULL: it was made before differences were kept.
ALTER TABLE backtests ADD COLUMN difference_count bigint;

-- Everybody who had at the end of a backtest something else than they would have had, in all buckets together.
CREATE TABLE backtest_differences (
  organization_id uuid NOT NULL,
  backtest_id     uuid NOT NULL REFERENCES backtests,
  holder_type     text NOT NULL CHECK (holder_type IN ('PARTICIPANT', 'GROUP')),
  holder_id       uuid NOT NULL,
  asset_id        uuid NOT NULL REFERENCES assets,
  actual          numeric(78, 18) NOT NULL,
  backtest        numeric(78, 18) NOT NULL,
  PRIMARY KEY (backtest_id, holder_id, asset_id),
  CHECK (actual <> backtest)
);

CREATE TABLE corrections (
  id               uuid PRIMARY KEY,
  organization_id  uuid NOT NULL,
  program_id       uuid NOT NULL,
  backtest_id      uuid NOT NULL REFERENCES backtests,
  status           text NOT NULL DEFAULT 'PLANNED' CHECK (status IN ('PLANNED', 'POSTING', 'COMPLETED', 'CANCELED')),
  description      text NOT NULL,
  shortfall_policy text NOT NULL CHECK (shortfall_policy IN ('REJECT', 'PARTIAL', 'ALLOW_NEGATIVE')),
  -- How long lots live that are given, from when they are; null: for ever.
  expires_in       text,
  window_from      timestamptz(3) NOT NULL,
  window_to        timestamptz(3) NOT NULL,
  line_count       bigint NOT NULL DEFAULT 0,
  posted_count     bigint NOT NULL DEFAULT 0,
  skipped_count    bigint NOT NULL DEFAULT 0,
  failed_count     bigint NOT NULL DEFAULT 0,
  created_at       timestamptz(3) NOT NULL,
  updated_at       timestamptz(3) NOT NULL,
  approved_at      timestamptz(3),
  completed_at     timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK (status NOT IN ('POSTING', 'COMPLETED') OR approved_at IS NOT NULL),
  CHECK ((status IN ('COMPLETED', 'CANCELED')) = (completed_at IS NOT NULL))
);
CREATE INDEX corrections_program_idx ON corrections (program_id, created_at, id);
CREATE INDEX corrections_open_idx ON corrections (approved_at, id) WHERE status = 'POSTING';
CREATE INDEX corrections_approved_idx ON corrections (program_id, window_to) WHERE status IN ('POSTING', 'COMPLETED');

-- One line for one holder and one asset, which is posted at most once.
CREATE TABLE correction_lines (
  id               uuid PRIMARY KEY,
  organization_id  uuid NOT NULL,
  correction_id    uuid NOT NULL REFERENCES corrections,
  holder_type      text NOT NULL CHECK (holder_type IN ('PARTICIPANT', 'GROUP')),
  holder_id        uuid NOT NULL,
  asset_id         uuid NOT NULL REFERENCES assets,
  had              numeric(78, 18) NOT NULL,
  should_have      numeric(78, 18) NOT NULL,
  difference       numeric(78, 18) NOT NULL GENERATED ALWAYS AS (should_have - had) STORED,
  -- What of the difference could be given or taken when the plan was made.
  recoverable      numeric(78, 18) NOT NULL CHECK (recoverable >= 0 AND recoverable <= abs(should_have - had)),
  status           text NOT NULL DEFAULT 'PENDING' CHECK (status IN ('PENDING', 'POSTED', 'SKIPPED', 'FAILED')),
  -- The code of what stood in the way.
  reason           text,
  -- Signed like the difference, and no larger.
  posted           numeric(78, 18),
  journal_entry_id uuid UNIQUE REFERENCES journal_entries,
  UNIQUE (correction_id, holder_id, asset_id),
  CHECK (difference <> 0),
  CHECK ((status = 'POSTED') = (journal_entry_id IS NOT NULL) AND (status = 'POSTED') = (posted IS NOT NULL)),
  CHECK ((status IN ('SKIPPED', 'FAILED')) = (reason IS NOT NULL)),
  CHECK (abs(posted) <= abs(should_have - had))
);
CREATE INDEX correction_lines_difference_idx ON correction_lines (correction_id, difference, id);
CREATE INDEX correction_lines_pending_idx ON correction_lines (correction_id, holder_id, asset_id) WHERE status = 'PENDING';
CREATE INDEX correction_lines_holder_idx ON correction_lines (holder_id, asset_id) WHERE status = 'POSTED';

-- What is posted stays so.
CREATE FUNCTION refuse_posted_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a line of a correction that is posted never changes' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'correction_lines_final';
END $$;
CREATE TRIGGER correction_lines_final BEFORE UPDATE OR DELETE ON correction_lines FOR EACH ROW WHEN (OLD.status = 'POSTED')
  EXECUTE FUNCTION refuse_posted_line_change();

CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON corrections FOR EACH ROW
  EXECUTE FUNCTION audit_change('CORRECTION', 'line_count,posted_count,skipped_count,failed_count');
