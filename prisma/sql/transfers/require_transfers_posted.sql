-- Argument: the column of the new rows that names the transfer.
CREATE OR REPLACE FUNCTION require_transfers_posted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at_fault uuid;
BEGIN
  IF TG_ARGV[0] = 'id' THEN
    SELECT t.id INTO at_fault FROM new_rows n JOIN transfers t ON t.organization_id = n.organization_id AND t.id = n.id
    WHERE NOT transfer_is_its_entry(t) LIMIT 1;
  ELSE
    SELECT t.id INTO at_fault FROM (SELECT DISTINCT organization_id, transfer_id AS id FROM new_rows) n
    JOIN transfers t ON t.organization_id = n.organization_id AND t.id = n.id WHERE NOT transfer_is_its_entry(t) LIMIT 1;
  END IF;
  IF FOUND THEN
    RAISE EXCEPTION 'transfer % is not what its journal entry posted', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'transfers_are_their_entries';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER transfers_posted AFTER INSERT ON transfers
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_transfers_posted('id');

CREATE OR REPLACE TRIGGER transfer_recipients_posted AFTER INSERT ON transfer_recipients
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_transfers_posted('transfer_id');
