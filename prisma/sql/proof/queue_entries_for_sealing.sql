CREATE OR REPLACE FUNCTION queue_entries_for_sealing() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  written record;
BEGIN
  FOR written IN SELECT organization_id, min(sequence) AS sequence, array_agg(id ORDER BY sequence) AS ids FROM new_entries GROUP BY organization_id LOOP
    INSERT INTO entry_seal_queue (organization_id, sequence, entry_ids) VALUES (written.organization_id, written.sequence, written.ids);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER journal_entries_queued AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION queue_entries_for_sealing();
