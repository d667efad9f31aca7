-- An entry without postings says nothing; it must arrive together with them in one statement or transaction.
CREATE OR REPLACE FUNCTION require_postings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  empty uuid;
BEGIN
  SELECT e.id INTO empty FROM new_entries e WHERE NOT EXISTS (SELECT 1 FROM postings p WHERE p.entry_id = e.id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % has no postings', empty USING ERRCODE = 'check_violation', CONSTRAINT = 'entries_have_postings';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER journal_entries_complete AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION require_postings();
