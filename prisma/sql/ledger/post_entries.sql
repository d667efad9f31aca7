-- What an entry posts to participants and groups goes into the statements of their accounts, and what it posts anywhere that has a balance,
-- into that. Balances are changed and opened in the order in which everybody locks them, wallets last: two transactions with the same ones
-- would else wait for each other.
CREATE OR REPLACE FUNCTION post_entries() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  -- One statement, hence one snapshot: a row that this one does not see and that another transaction
  -- has opened meanwhile must break the primary key, never be passed over.
  WITH lines AS MATERIALIZED (
    SELECT e.organization_id, e.program_id, e.id, p.*
    FROM new_entries e
    CROSS JOIN LATERAL (
      SELECT unnest(e.account_types) AS account_type, unnest(e.accounts) AS account_id, unnest(e.assets) AS asset_id, unnest(e.buckets) AS bucket,
        unnest(e.hold_references) AS hold_reference, unnest(e.amounts) AS amount, generate_subscripts(e.accounts, 1) AS place) p
    WHERE p.bucket IS NOT NULL
  ), stated AS (
    INSERT INTO account_entries (organization_id, account_id, program_id, asset_id, entry_id, line, bucket, amount, hold_reference)
    SELECT organization_id, account_id, program_id, asset_id, id, place - 1, bucket, amount, hold_reference
    FROM lines WHERE account_type IN ('PARTICIPANT', 'GROUP')
  ), delta AS (
    SELECT organization_id, program_id, asset_id, account_type, account_id,
           coalesce(sum(amount) FILTER (WHERE bucket = 'AVAILABLE'), 0) AS available,
           coalesce(sum(amount) FILTER (WHERE bucket = 'HELD'), 0) AS held,
           coalesce(sum(amount) FILTER (WHERE bucket = 'DEFERRED'), 0) AS deferred
    FROM lines GROUP BY organization_id, program_id, asset_id, account_type, account_id
  ), applied AS (
    UPDATE balances b
    SET available = b.available + d.available, held = b.held + d.held, deferred = b.deferred + d.deferred
    FROM (SELECT * FROM delta ORDER BY account_type = 'PROGRAM_WALLET', account_id, program_id, asset_id) d
    WHERE b.organization_id = d.organization_id AND b.account_id = d.account_id AND b.program_id = d.program_id AND b.asset_id = d.asset_id
      AND b.account_type = d.account_type
    RETURNING b.account_id, b.program_id, b.asset_id, b.account_type
  )
  INSERT INTO balances (organization_id, program_id, asset_id, account_type, account_id, available, held, deferred)
  SELECT d.* FROM delta d
  WHERE (d.account_id, d.program_id, d.asset_id, d.account_type) NOT IN (SELECT account_id, program_id, asset_id, account_type FROM applied)
  ORDER BY d.account_type = 'PROGRAM_WALLET', d.account_id, d.program_id, d.asset_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entries_posted AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION post_entries();
