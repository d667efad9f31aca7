CREATE OR REPLACE FUNCTION queue_entries_for_sealing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO entry_seal_queue (organization_id, sequence, entry_id) SELECT organization_id, sequence, id FROM new_entries;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER journal_entries_queued AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION queue_entries_for_sealing();
