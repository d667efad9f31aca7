-- A seal goes on from the one before it, whoever writes it.
CREATE OR REPLACE FUNCTION require_chain() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  loose bigint;
BEGIN
  SELECT n.position INTO loose
  FROM new_seals n LEFT JOIN entry_seals before ON before.organization_id = n.organization_id AND before.position = n.position - 1
  WHERE n.previous_hash IS DISTINCT FROM CASE WHEN n.position = 1 THEN decode(repeat('00', 32), 'hex') ELSE before.entry_hash END
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'seal % does not go on from the one before it', loose USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_seals_chained';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_seals_chained AFTER INSERT ON entry_seals
  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION require_chain();
