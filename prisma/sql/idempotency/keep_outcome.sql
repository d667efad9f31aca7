-- What a key did is never replaced, until the record has expired.
CREATE OR REPLACE FUNCTION keep_outcome() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the outcome of an idempotency key is final until it expires' USING ERRCODE = 'restrict_violation', CONSTRAINT = 'idempotency_records_final', DETAIL = 'constraint "idempotency_records_final"';
END $$;

CREATE OR REPLACE TRIGGER idempotency_records_final BEFORE UPDATE ON idempotency_records FOR EACH ROW
  WHEN (OLD.expires_at IS NULL OR OLD.expires_at > NEW.created_at) EXECUTE FUNCTION keep_outcome();
