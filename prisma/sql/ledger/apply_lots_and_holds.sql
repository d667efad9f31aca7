-- A hold begins with the first posting after it was empty last, also when it is emptied and filled in one statement: as when all
-- that lies under it expires and the same operation holds more. Which hold is the oldest must not depend on when expiries are posted.
CREATE OR REPLACE FUNCTION apply_lots_and_holds() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  at_fault uuid;
  touched bigint;
  moved bigint;
BEGIN
  SELECT e.id INTO at_fault
  FROM (SELECT DISTINCT n.organization_id, n.assets FROM new_entries n) listed
  JOIN assets a ON a.organization_id = listed.organization_id AND a.id = ANY (listed.assets) AND a.inventory_mode = 'LOT'
  JOIN new_entries e ON e.organization_id = listed.organization_id AND e.assets = listed.assets
  CROSS JOIN LATERAL unnest(e.account_types, e.assets, e.amounts) WITH ORDINALITY AS p (account_type, asset_id, amount, place)
  WHERE p.asset_id = a.id AND p.account_type IN ('PARTICIPANT', 'GROUP') AND p.amount <> (
    SELECT coalesce(sum(l.amount), 0) FROM lot_postings l
    WHERE l.organization_id = e.organization_id AND l.entry_id = e.id AND l.line = (p.place - 1)::smallint)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'postings of journal entry % are not made of lots', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_made_of_lots';
  END IF;

  IF NOT EXISTS (SELECT 1 FROM new_entries WHERE hold_references IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  INSERT INTO holds (organization_id, program_id, asset_id, account_type, account_id, reference_id, amount, created_at)
  SELECT DISTINCT ON (e.organization_id, p.account_id, e.program_id, p.asset_id, p.hold_reference)
    e.organization_id, e.program_id, p.asset_id, p.account_type, p.account_id, p.hold_reference, 0, e.created_at
  FROM new_entries e
  CROSS JOIN LATERAL unnest(e.account_types, e.accounts, e.assets, e.hold_references, e.amounts)
    AS p (account_type, account_id, asset_id, hold_reference, amount)
  WHERE p.hold_reference IS NOT NULL AND p.amount > 0
  ORDER BY e.organization_id, p.account_id, e.program_id, p.asset_id, p.hold_reference, e.created_at
  ON CONFLICT (organization_id, account_id, program_id, asset_id, reference_id) DO NOTHING;

  WITH changed AS MATERIALIZED (
    SELECT organization_id, account_id, program_id, asset_id, hold_reference, sum(amount) AS amount, bool_or(credited) AS credited,
      min(created_at) FILTER (WHERE place = emptied + 1) AS begun_at
    FROM (
      SELECT *, coalesce(max(place) FILTER (WHERE before + so_far = 0) OVER of_hold, CASE WHEN before = 0 THEN 0 END) AS emptied
      FROM (
        SELECT e.organization_id, p.account_id, e.program_id, p.asset_id, p.hold_reference, p.amount, e.created_at, e.type = 'CREDIT' AS credited,
          o.amount AS before, row_number() OVER in_order AS place, sum(p.amount) OVER in_order AS so_far
        FROM new_entries e
        CROSS JOIN LATERAL unnest(e.accounts, e.assets, e.hold_references, e.amounts)
          WITH ORDINALITY AS p (account_id, asset_id, hold_reference, amount, place)
        LEFT JOIN holds o ON (o.organization_id, o.account_id, o.program_id, o.asset_id, o.reference_id)
          = (e.organization_id, p.account_id, e.program_id, p.asset_id, p.hold_reference)
        WHERE p.hold_reference IS NOT NULL
        WINDOW in_order AS (PARTITION BY e.organization_id, p.account_id, e.program_id, p.asset_id, p.hold_reference ORDER BY e.sequence, p.place)
      ) each
      WINDOW of_hold AS (PARTITION BY organization_id, account_id, program_id, asset_id, hold_reference)
    ) dated
    GROUP BY organization_id, account_id, program_id, asset_id, hold_reference
  ), applied AS (
    UPDATE holds h
    SET amount = h.amount + d.amount, credited = h.credited OR d.credited, created_at = coalesce(d.begun_at, h.created_at)
    FROM changed d
    WHERE (h.organization_id, h.account_id, h.program_id, h.asset_id, h.reference_id)
      = (d.organization_id, d.account_id, d.program_id, d.asset_id, d.hold_reference)
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM changed), (SELECT count(*) FROM applied) INTO touched, moved;
  IF moved < touched THEN
    RAISE EXCEPTION 'a posting takes from a hold that does not exist' USING ERRCODE = 'check_violation', CONSTRAINT = 'holds_exist';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entries_reach_lots_and_holds AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION apply_lots_and_holds();
