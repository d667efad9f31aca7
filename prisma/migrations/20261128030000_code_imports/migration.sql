-- Files of codes that were made elsewhere, which are added to a batch in the background.
CREATE TABLE code_imports (
  id              uuid NOT NULL,
  organization_id uuid NOT NULL,
  batch_id        uuid NOT NULL,
  file_name       text,
  status          text NOT NULL DEFAULT 'RECEIVING' CHECK (status IN ('RECEIVING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')),
  lines           integer NOT NULL DEFAULT 0 CHECK (lines >= 0),
  added           integer NOT NULL DEFAULT 0 CHECK (added >= 0),
  refused         integer NOT NULL DEFAULT 0 CHECK (refused >= 0),
  error_code      text,
  error_message   text,
  -- In real time: a file of which the end has not come by then is given up.
  received_until  timestamptz(3),
  created_at      timestamptz(3) NOT NULL,
  updated_at      timestamptz(3) NOT NULL,
  completed_at    timestamptz(3),
  FOREIGN KEY (organization_id, batch_id) REFERENCES code_batches (organization_id, id),
  CONSTRAINT code_imports_counted CHECK (added + refused <= lines),
  CONSTRAINT code_imports_received CHECK ((received_until IS NOT NULL) = (status = 'RECEIVING')),
  CONSTRAINT code_imports_ended CHECK ((completed_at IS NOT NULL) = (status IN ('COMPLETED', 'FAILED', 'CANCELLED'))),
  CONSTRAINT code_imports_failed CHECK ((error_code IS NOT NULL) = (status = 'FAILED') AND (error_message IS NOT NULL) = (status = 'FAILED'))
);
CREATE INDEX code_imports_batch_idx ON code_imports (organization_id, batch_id, created_at, id);
CREATE INDEX code_imports_running_idx ON code_imports (organization_id, created_at, id) WHERE status = 'RUNNING';
CREATE INDEX code_imports_receiving_idx ON code_imports (organization_id, received_until) WHERE status = 'RECEIVING';
ALTER TABLE code_imports ADD PRIMARY KEY (organization_id, id);

-- What is still to be added of a file, a few thousand codes in a row. A code stands at the place of its line.
CREATE TABLE code_import_parts (
  organization_id uuid NOT NULL,
  import_id       uuid NOT NULL,
  number          integer NOT NULL,
  lines           integer[] NOT NULL,
  codes           text[] NOT NULL,
  FOREIGN KEY (organization_id, import_id) REFERENCES code_imports (organization_id, id) ON DELETE CASCADE,
  CONSTRAINT code_import_parts_pairs CHECK (cardinality(lines) = cardinality(codes))
);
ALTER TABLE code_import_parts ADD PRIMARY KEY (organization_id, import_id, number);

-- Lines that gave the batch no code.
CREATE TABLE code_import_refusals (
  organization_id uuid NOT NULL,
  import_id       uuid NOT NULL,
  line            integer NOT NULL CHECK (line > 0),
  code            text NOT NULL,
  reason          text NOT NULL CHECK (reason IN ('INVALID', 'EXISTS')),
  FOREIGN KEY (organization_id, import_id) REFERENCES code_imports (organization_id, id) ON DELETE CASCADE
);
ALTER TABLE code_import_refusals ADD PRIMARY KEY (organization_id, import_id, line);
