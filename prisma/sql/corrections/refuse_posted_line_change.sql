-- What is posted stays so.
CREATE OR REPLACE FUNCTION refuse_posted_line_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a line of a correction that is posted never changes' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'correction_lines_final';
END $$;

CREATE OR REPLACE TRIGGER correction_lines_final BEFORE UPDATE OR DELETE ON correction_lines FOR EACH ROW WHEN (OLD.status = 'POSTED')
  EXECUTE FUNCTION refuse_posted_line_change();
