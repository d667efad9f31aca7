-- Imports of participants with opening balances. A row of `imports` is the queue and the progress; the rows of its
-- file are staged until it has ended, and taken participant by participant, so that a crash costs one batch.

CREATE TABLE imports (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  status          text NOT NULL DEFAULT 'RECEIVING' CHECK (status IN ('RECEIVING', 'QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  -- CHECKING: batches are tried and rolled back. Null: not begun.
  phase           text CHECK (phase IN ('CHECKING', 'APPLYING')),
  dry_run         boolean NOT NULL,
  on_error        text NOT NULL CHECK (on_error IN ('SKIP', 'STOP')),
  file_name       text,
  -- Rows of the file, those that this phase is done with, and those of them that have errors.
  row_count       bigint NOT NULL DEFAULT 0,
  processed       bigint NOT NULL DEFAULT 0,
  failed          bigint NOT NULL DEFAULT 0,
  error_count     bigint NOT NULL DEFAULT 0,
  -- Participants.
  created         bigint NOT NULL DEFAULT 0,
  updated         bigint NOT NULL DEFAULT 0,
  unchanged       bigint NOT NULL DEFAULT 0,
  -- Opening balances.
  credited        bigint NOT NULL DEFAULT 0,
  -- The external id up to which this phase is done.
  reached         text,
  error_code      text,
  error_message   text,
  -- Who asked for it, as the state history names its sources, and in which request.
  origin          json NOT NULL,
  request_id      text NOT NULL,
  -- Who is at it and until when in real time; since when it last was somebody's turn; failures in a row.
  lease_token     uuid,
  lease_until     timestamptz(3),
  taken_at        timestamptz(3),
  attempts        smallint NOT NULL DEFAULT 0,
  -- Whether rows are still staged.
  staged          boolean NOT NULL DEFAULT true,
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  CHECK ((status = 'FAILED') = (error_message IS NOT NULL)),
  CHECK ((status IN ('RECEIVING', 'QUEUED', 'RUNNING')) = (completed_at IS NULL))
);
CREATE INDEX imports_list_idx ON imports (organization_id, created_at, id);
CREATE INDEX imports_program_idx ON imports (program_id, created_at, id);
CREATE INDEX imports_open_idx ON imports (taken_at, created_at) WHERE status IN ('RECEIVING', 'QUEUED', 'RUNNING');
CREATE INDEX imports_staged_idx ON imports (completed_at) WHERE staged AND completed_at IS NOT NULL;

CREATE TABLE import_rows (
  import_id       uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  line            integer NOT NULL CHECK (line > 1),
  organization_id uuid NOT NULL,
  external_id     text COLLATE "C" NOT NULL,
  -- What the row says, checked.
  data            json NOT NULL,
  -- Both null: no opening balance.
  asset_id        uuid,
  amount          numeric(78, 18),
  PRIMARY KEY (import_id, line)
);
CREATE INDEX import_rows_participant_idx ON import_rows (import_id, external_id, line);

CREATE TABLE import_errors (
  import_id       uuid NOT NULL REFERENCES imports ON DELETE CASCADE,
  line            integer NOT NULL,
  -- Empty: the row as a whole.
  field           text NOT NULL,
  organization_id uuid NOT NULL,
  code            text NOT NULL,
  message         text NOT NULL,
  PRIMARY KEY (import_id, line, field)
);

-- What a participant was given to begin with: once for each program and asset, whatever is imported again.
CREATE TABLE opening_balances (
  participant_id  uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  organization_id uuid NOT NULL,
  import_id       uuid NOT NULL REFERENCES imports,
  entry_id        uuid NOT NULL REFERENCES journal_entries,
  amount          numeric(78, 18) NOT NULL CHECK (amount > 0),
  matures_at      timestamptz(3),
  expires_at      timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  PRIMARY KEY (participant_id, program_id, asset_id),
  FOREIGN KEY (organization_id, participant_id) REFERENCES participants (organization_id, id)
);

CREATE FUNCTION audit_import() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF audit_actor() IS NOT NULL THEN
    PERFORM record_audit(NEW.organization_id, NEW.program_id, CASE WHEN NEW.status = 'CANCELLED' THEN 'CANCEL' ELSE 'CREATE' END, 'IMPORT', NEW.id,
      NEW.file_name, NULL, json_build_object('rows', NEW.row_count, 'on_error', NEW.on_error));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER UPDATE OF status ON imports FOR EACH ROW
  WHEN (NOT NEW.dry_run AND OLD.status <> NEW.status AND (OLD.status = 'RECEIVING' OR NEW.status = 'CANCELLED')) EXECUTE FUNCTION audit_import();
