-- Balances are opened in the order in which everybody locks them: two transactions that open the same ones would else
-- wait for each other.
CREATE OR REPLACE FUNCTION apply_postings() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  unbalanced uuid;
  homeless boolean;
BEGIN
  SELECT entry_id INTO unbalanced FROM new_postings GROUP BY entry_id, asset_id HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % does not balance', unbalanced USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_balance';
  END IF;

  SELECT p.entry_id, e.id IS NULL INTO unbalanced, homeless FROM new_postings p LEFT JOIN journal_entries e ON e.id = p.entry_id
  WHERE e.id IS NULL OR e.organization_id <> p.organization_id OR e.program_id <> p.program_id OR e.created_at <> p.created_at
     OR e.xmin <> pg_current_xact_id()::xid LIMIT 1;
  IF homeless THEN
    RAISE EXCEPTION 'there is no journal entry % for these postings', unbalanced USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'postings_of_entry';
  ELSIF FOUND THEN
    RAISE EXCEPTION 'postings contradict journal entry %, or were added to it later', unbalanced USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_match_entry';
  END IF;

  -- One statement, hence one snapshot: a row that this one does not see and that another transaction
  -- has opened meanwhile must break the primary key, never be passed over.
  WITH delta AS (
    SELECT organization_id, program_id, asset_id, account_type, account_id,
           coalesce(sum(amount) FILTER (WHERE bucket = 'AVAILABLE'), 0) AS available,
           coalesce(sum(amount) FILTER (WHERE bucket = 'HELD'), 0) AS held,
           coalesce(sum(amount) FILTER (WHERE bucket = 'DEFERRED'), 0) AS deferred
    FROM new_postings WHERE bucket IS NOT NULL GROUP BY organization_id, program_id, asset_id, account_type, account_id
  ), applied AS (
    UPDATE balances b
    SET available = b.available + d.available, held = b.held + d.held, deferred = b.deferred + d.deferred
    FROM delta d
    WHERE b.account_id = d.account_id AND b.program_id = d.program_id AND b.asset_id = d.asset_id AND b.account_type = d.account_type
    RETURNING b.account_id, b.program_id, b.asset_id, b.account_type
  )
  INSERT INTO balances (organization_id, program_id, asset_id, account_type, account_id, available, held, deferred)
  SELECT d.* FROM delta d
  WHERE (d.account_id, d.program_id, d.asset_id, d.account_type) NOT IN (SELECT account_id, program_id, asset_id, account_type FROM applied)
  ORDER BY d.account_id, d.program_id, d.asset_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER postings_applied AFTER INSERT ON postings
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION apply_postings();
