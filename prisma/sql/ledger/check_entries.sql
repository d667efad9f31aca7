-- An entry is whole, or refused: it has postings, all that each of them needs, each in a bucket that its account has, and they sum to zero
-- per asset. Its id says when it was.
CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at_fault uuid;
  broken text;
BEGIN
  SELECT e.id, CASE
      WHEN cardinality(e.accounts) = 0 THEN 'entries_have_postings'
      WHEN e.id >= t.first AND e.id < t.beyond THEN 'entries_complete'
      ELSE 'entries_of_their_time' END
  INTO at_fault, broken
  FROM (SELECT created_at, first_id_at(created_at) AS first, first_id_at(created_at + interval '1 millisecond') AS beyond
        FROM (SELECT DISTINCT created_at FROM new_entries) each) t
  JOIN new_entries e ON e.created_at = t.created_at
  WHERE NOT (e.id >= t.first AND e.id < t.beyond)
    OR NOT (cardinality(e.accounts) > 0 AND cardinality(e.account_types) = cardinality(e.accounts) AND cardinality(e.assets) = cardinality(e.accounts)
      AND cardinality(e.buckets) = cardinality(e.accounts) AND cardinality(e.amounts) = cardinality(e.accounts)
      AND coalesce(cardinality(e.hold_references) = cardinality(e.accounts), true)
      -- Numbered from 1 in a single dimension, as a line counts them.
      AND array_dims(e.accounts) = '[1:' || cardinality(e.accounts) || ']' AND array_dims(e.account_types) = array_dims(e.accounts)
      AND array_dims(e.assets) = array_dims(e.accounts) AND array_dims(e.buckets) = array_dims(e.accounts)
      AND array_dims(e.amounts) = array_dims(e.accounts) AND coalesce(array_dims(e.hold_references) = array_dims(e.accounts), true))
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal entry % is not whole', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;

  SELECT p.id, CASE
      WHEN NOT bool_and(p.fits) THEN 'postings_check'
      WHEN NOT bool_and(p.names_hold) THEN 'postings_name_their_hold'
      ELSE 'postings_balance' END
  INTO at_fault, broken
  FROM (
    SELECT e.id, p.asset_id, p.amount, (p.bucket IS NOT DISTINCT FROM 'HELD') = (p.hold_reference IS NOT NULL) AS names_hold,
      p.asset_id IS NOT NULL AND p.account_id IS NOT NULL AND coalesce(p.amount, 0) <> 0 AND CASE
        WHEN p.account_type IN ('PARTICIPANT', 'GROUP') THEN p.bucket IN ('AVAILABLE', 'HELD', 'DEFERRED')
        WHEN p.account_type = 'PROGRAM_WALLET' THEN p.bucket = 'AVAILABLE'
        WHEN p.account_type IN ('SYSTEM_ISSUANCE', 'SYSTEM_BREAKAGE', 'SYSTEM_REDEMPTION') THEN p.bucket IS NULL
        END IS TRUE AS fits
    FROM new_entries e
    CROSS JOIN LATERAL (
      SELECT unnest(e.account_types) AS account_type, unnest(e.accounts) AS account_id, unnest(e.assets) AS asset_id, unnest(e.buckets) AS bucket,
        unnest(e.hold_references) AS hold_reference, unnest(e.amounts) AS amount) p
  ) p
  GROUP BY p.id, p.asset_id HAVING sum(p.amount) <> 0 OR NOT bool_and(p.fits) OR NOT bool_and(p.names_hold)
  ORDER BY 2 DESC LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the postings of journal entry % are refused', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = broken;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entries_checked AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION check_entries();
