-- A seal goes on from the last one, whoever writes it, and at its position there is only one: two that are written at once begin at the same.
CREATE OR REPLACE FUNCTION require_chain() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  last record;
BEGIN
  SELECT s.first_position + s.entries AS next_position, s.seal_hash INTO last
  FROM entry_seals s WHERE s.organization_id = NEW.organization_id ORDER BY s.first_position DESC LIMIT 1;
  IF NEW.first_position <> coalesce(last.next_position, 1) OR NEW.previous_hash <> coalesce(last.seal_hash, decode(repeat('00', 32), 'hex')) THEN
    RAISE EXCEPTION 'the seal at position % does not go on from the one before it', NEW.first_position
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_seals_chained';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER entry_seals_chained BEFORE INSERT ON entry_seals FOR EACH ROW EXECUTE FUNCTION require_chain();
