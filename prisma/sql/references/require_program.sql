CREATE OR REPLACE FUNCTION require_program() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  missing uuid;
BEGIN
  SELECT n.program_id INTO missing FROM (SELECT DISTINCT organization_id, program_id FROM new_rows) n
  WHERE NOT EXISTS (SELECT 1 FROM programs p WHERE p.id = n.program_id AND p.organization_id = n.organization_id) LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the organization has no program %', missing USING ERRCODE = 'foreign_key_violation', CONSTRAINT = TG_NAME;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER events_of_program AFTER INSERT ON events
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_program();

CREATE OR REPLACE TRIGGER entries_of_program AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION require_program();
