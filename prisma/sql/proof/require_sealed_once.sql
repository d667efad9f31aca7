-- An entry has one seal. Only segments whose ids overlap can have the same one, and those are few: ids grow with time.
CREATE OR REPLACE FUNCTION require_sealed_once() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  named record;
  twice uuid;
BEGIN
  SELECT (array_agg(id ORDER BY id))[1] AS lowest, (array_agg(id ORDER BY id DESC))[1] AS highest, count(DISTINCT id) AS entries INTO named
  FROM unnest(NEW.entry_ids) AS id;
  IF named.entries <> NEW.entries OR (named.lowest, named.highest) IS DISTINCT FROM (NEW.lowest_id, NEW.highest_id) THEN
    RAISE EXCEPTION 'the seal at position % does not name its entries once each, from the least to the greatest', NEW.first_position
      USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_seals_ids';
  END IF;
  SELECT sealed.id INTO twice
  FROM entry_seals s CROSS JOIN LATERAL unnest(s.entry_ids) AS sealed (id) JOIN unnest(NEW.entry_ids) AS mine (id) ON mine.id = sealed.id
  WHERE s.organization_id = NEW.organization_id AND s.highest_id >= NEW.lowest_id AND s.lowest_id <= NEW.highest_id LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the entry % is sealed already', twice USING ERRCODE = 'unique_violation', CONSTRAINT = 'entry_seals_once';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER entry_seals_once BEFORE INSERT ON entry_seals FOR EACH ROW EXECUTE FUNCTION require_sealed_once();
