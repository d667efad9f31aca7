-- Has as many members, numbered from 1 in a single dimension, as a line of an entry counts them.
CREATE OR REPLACE FUNCTION is_list_of(members anyarray, count integer) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT cardinality(members) = count AND array_ndims(members) = 1 AND array_lower(members, 1) = 1
$$;

-- An entry is whole, or refused: it has postings, all that each of them needs, each in a bucket that its account has, and they sum to zero
-- per asset. Its id says when it was.
CREATE OR REPLACE FUNCTION check_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  at_fault uuid;
  broken text;
BEGIN
  SELECT e.id, CASE
      WHEN cardinality(e.accounts) = 0 THEN 'entries_have_postings'
      WHEN time_of_id(e.id) = e.created_at THEN 'entries_complete'
      ELSE 'entries_of_their_time' END
  INTO at_fault, broken
  FROM new_entries e
  WHERE time_of_id(e.id) <> e.created_at OR cardinality(e.accounts) = 0
    OR NOT (is_list_of(e.accounts, cardinality(e.accounts)) AND is_list_of(e.account_types, cardinality(e.accounts))
      AND is_list_of(e.assets, cardinality(e.accounts)) AND is_list_of(e.buckets, cardinality(e.accounts))
      AND is_list_of(e.amounts, cardinality(e.accounts))
      AND (e.hold_references IS NULL OR is_list_of(e.hold_references, cardinality(e.accounts))))
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
