-- And the other way round: by the end of the transaction an entry of this type has its transfer.
CREATE OR REPLACE FUNCTION require_transfer() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM transfers t WHERE t.organization_id = NEW.organization_id AND t.entry_id = NEW.id) THEN
    RAISE EXCEPTION 'journal entry % has no transfer', NEW.id USING ERRCODE = 'check_violation', CONSTRAINT = 'transfer_entries_have_transfers';
  END IF;
  RETURN NULL;
END $$;

DROP TRIGGER IF EXISTS transfer_entries_have_transfers ON journal_entries;
CREATE CONSTRAINT TRIGGER transfer_entries_have_transfers AFTER INSERT ON journal_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.type = 'TRANSFER') EXECUTE FUNCTION require_transfer();
