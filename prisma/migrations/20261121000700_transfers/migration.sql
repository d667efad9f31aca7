-- Transfers: what a TRANSFER entry moved from whom to whom. They say nothing that its postings do not
-- say, and like them they are written once.

CREATE TABLE transfers (
  id              uuid PRIMARY KEY,
  organization_id uuid NOT NULL,
  program_id      uuid NOT NULL,
  asset_id        uuid NOT NULL,
  entry_id        uuid NOT NULL UNIQUE REFERENCES journal_entries,
  source_type     text NOT NULL CHECK (source_type IN ('PARTICIPANT', 'GROUP')),
  source_id       uuid NOT NULL,
  total_amount    numeric(78, 18) NOT NULL CHECK (total_amount > 0),
  recipient_count smallint NOT NULL CHECK (recipient_count >= 1),
  preserve_expiry boolean NOT NULL,
  created_at      timestamptz(3) NOT NULL,
  FOREIGN KEY (organization_id, program_id) REFERENCES programs (organization_id, id),
  FOREIGN KEY (organization_id, asset_id) REFERENCES assets (organization_id, id)
);
CREATE INDEX transfers_created_idx ON transfers (organization_id, created_at, id);
CREATE INDEX transfers_program_idx ON transfers (program_id, created_at, id);
CREATE INDEX transfers_source_idx ON transfers (source_id, created_at, id);

CREATE TABLE transfer_recipients (
  transfer_id     uuid NOT NULL REFERENCES transfers,
  position        smallint NOT NULL CHECK (position >= 0),
  organization_id uuid NOT NULL,
  account_type    text NOT NULL CHECK (account_type IN ('PARTICIPANT', 'GROUP')),
  account_id      uuid NOT NULL,
  amount          numeric(78, 18) NOT NULL CHECK (amount > 0),
  PRIMARY KEY (transfer_id, position),
  UNIQUE (transfer_id, account_id)
);
CREATE INDEX transfer_recipients_account_idx ON transfer_recipients (account_id, transfer_id);

CREATE TRIGGER transfers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER transfer_recipients_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transfer_recipients
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Whether a transfer is what its entry posted: the source gives the total, each recipient gets its
-- part, nobody else takes part, and nothing leaves AVAILABLE.
CREATE FUNCTION transfer_is_its_entry(transfer transfers) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
      SELECT 1 FROM journal_entries e
      WHERE e.id = transfer.entry_id AND e.type = 'TRANSFER' AND e.organization_id = transfer.organization_id
        AND e.program_id = transfer.program_id AND e.created_at = transfer.created_at)
    AND transfer.recipient_count = (SELECT count(*) FROM transfer_recipients r WHERE r.transfer_id = transfer.id AND r.organization_id = transfer.organization_id)
    AND NOT EXISTS (
      SELECT 1 FROM postings p WHERE p.entry_id = transfer.entry_id AND (p.asset_id <> transfer.asset_id OR p.bucket IS DISTINCT FROM 'AVAILABLE'))
    AND NOT EXISTS (
      SELECT 1
      FROM (SELECT account_type, account_id, sum(amount) AS amount FROM postings WHERE entry_id = transfer.entry_id GROUP BY 1, 2) posted
      FULL JOIN (
        SELECT transfer.source_type AS account_type, transfer.source_id AS account_id, -transfer.total_amount AS amount
        UNION ALL
        SELECT r.account_type, r.account_id, r.amount FROM transfer_recipients r WHERE r.transfer_id = transfer.id
      ) told USING (account_type, account_id)
      WHERE posted.amount IS DISTINCT FROM told.amount)
$$;

CREATE FUNCTION require_transfers_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at_fault uuid;
BEGIN
  IF TG_TABLE_NAME = 'transfers' THEN
    SELECT t.id INTO at_fault FROM new_rows n JOIN transfers t ON t.id = n.id WHERE NOT transfer_is_its_entry(t) LIMIT 1;
  ELSE
    SELECT t.id INTO at_fault FROM (SELECT DISTINCT transfer_id AS id FROM new_rows) n JOIN transfers t ON t.id = n.id WHERE NOT transfer_is_its_entry(t) LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % is not what its journal entry posted', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_are_their_entries';
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER transfers_posted AFTER INSERT ON transfers
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_transfers_posted();
CREATE TRIGGER transfer_recipients_posted AFTER INSERT ON transfer_recipients
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_transfers_posted();

-- And the other way round: by the end of the transaction an entry of this type has its transfer.
CREATE FUNCTION require_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM transfers t WHERE t.entry_id = NEW.id) THEN
    RAISE EXCEPTION 'journal entry % has no transfer', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_entries_have_transfers';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER transfer_entries_have_transfers AFTER INSERT ON journal_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'TRANSFER') EXECUTE FUNCTION require_transfer();

-- What moved under one hold, for wallets that tell provisional issues from reservations.
CREATE INDEX postings_held_idx ON postings (account_id, program_id, asset_id, hold_reference) WHERE bucket = 'HELD';
