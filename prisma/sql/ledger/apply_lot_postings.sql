-- A lot lies in one place as a whole: in one bucket, and in HELD under one hold. After a statement, what
-- each touched lot has in each place must be nothing, or everything that is left of it. One that is used up stays in the place that
-- the last of it left, however many entries of the statement have moved it.
CREATE OR REPLACE FUNCTION apply_lot_postings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  at_fault uuid;
  touched bigint;
  moved bigint;
BEGIN
  SELECT n.entry_id INTO at_fault
  FROM new_lot_postings n LEFT JOIN postings p ON p.entry_id = n.entry_id AND p.line = n.line LEFT JOIN lots l ON l.id = n.lot_id
  LEFT JOIN journal_entries e ON e.id = n.entry_id LEFT JOIN assets a ON a.id = p.asset_id
  WHERE p.entry_id IS NULL OR p.organization_id <> n.organization_id OR p.account_type NOT IN ('PARTICIPANT', 'GROUP')
     OR a.inventory_mode <> 'LOT' OR e.xmin <> pg_current_xact_id()::xid
     OR CASE WHEN n.lot_id IS NULL THEN p.bucket <> 'AVAILABLE'
             ELSE (l.account_id, l.program_id, l.asset_id) IS DISTINCT FROM (p.account_id, p.program_id, p.asset_id) END
     OR p.amount <> (SELECT sum(o.amount) FROM lot_postings o WHERE o.entry_id = n.entry_id AND o.line = n.line)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lot postings of journal entry % do not fit its postings', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'lot_postings_fit';
  END IF;

  WITH delta AS (
    SELECT n.lot_id, p.bucket, p.hold_reference, sum(n.amount) AS amount, bool_or(e.type = 'EXPIRE') AS expired
    FROM new_lot_postings n JOIN postings p ON p.entry_id = n.entry_id AND p.line = n.line JOIN journal_entries e ON e.id = n.entry_id
    WHERE n.lot_id IS NOT NULL GROUP BY n.lot_id, p.bucket, p.hold_reference
  ), places AS (
    SELECT lot_id, bucket, hold_reference, sum(amount) AS amount
    FROM (SELECT lot_id, bucket, hold_reference, amount FROM delta
          UNION ALL
          SELECT l.id, l.bucket, CASE WHEN l.bucket = 'HELD' THEN l.reference_id END, l.remaining
          FROM lots l WHERE l.remaining > 0 AND l.id IN (SELECT lot_id FROM delta)) parts
    GROUP BY lot_id, bucket, hold_reference
  ), outcome AS (
    SELECT lot_id, sum(amount) AS remaining, min(amount) AS least, count(*) FILTER (WHERE amount > 0) AS homes,
           max(bucket) FILTER (WHERE amount > 0) AS bucket, max(hold_reference) FILTER (WHERE amount > 0) AS hold_reference,
           bool_or(bucket <> 'HELD') AS left_held
    FROM places GROUP BY lot_id
  ), left_last AS (
    SELECT DISTINCT ON (n.lot_id) n.lot_id, p.bucket, p.hold_reference
    FROM new_lot_postings n JOIN postings p ON p.entry_id = n.entry_id AND p.line = n.line
    WHERE n.amount < 0 AND n.lot_id IN (SELECT lot_id FROM outcome WHERE homes = 0)
    ORDER BY n.lot_id, n.entry_id DESC, n.line DESC
  ), applied AS (
    UPDATE lots l
    SET remaining = o.remaining,
        bucket = coalesce(o.bucket, f.bucket),
        reference_id = CASE WHEN o.bucket IS NULL THEN f.hold_reference ELSE o.hold_reference END,
        provisional = l.provisional AND NOT o.left_held,
        expired = (SELECT bool_or(d.expired) FROM delta d WHERE d.lot_id = l.id)
    FROM outcome o LEFT JOIN left_last f ON f.lot_id = o.lot_id
    WHERE l.id = o.lot_id AND o.least >= 0 AND o.homes <= 1
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM outcome), (SELECT count(*) FROM applied) INTO touched, moved;
  IF moved < touched THEN
    RAISE EXCEPTION 'a lot would lie in two places, or give what it has not' USING ERRCODE = 'check_violation', CONSTRAINT = 'lots_lie_in_one_place';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER lot_postings_applied AFTER INSERT ON lot_postings
  REFERENCING NEW TABLE AS new_lot_postings FOR EACH STATEMENT EXECUTE FUNCTION apply_lot_postings();
