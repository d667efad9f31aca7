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
  FROM new_lot_postings n
  LEFT JOIN LATERAL (
    SELECT e.xmin AS written_by, e.program_id, e.account_types[n.line + 1] AS account_type, e.accounts[n.line + 1] AS account_id,
      e.assets[n.line + 1] AS asset_id, e.buckets[n.line + 1] AS bucket, e.amounts[n.line + 1] AS amount
    FROM journal_entries e WHERE e.organization_id = n.organization_id AND e.id = n.entry_id OFFSET 0
  ) p ON true
  LEFT JOIN LATERAL (SELECT * FROM lots WHERE organization_id = n.organization_id AND id = n.lot_id OFFSET 0) l ON true
  LEFT JOIN assets a ON a.organization_id = n.organization_id AND a.id = p.asset_id
  WHERE p.amount IS NULL OR p.account_type NOT IN ('PARTICIPANT', 'GROUP')
     OR a.inventory_mode IS DISTINCT FROM 'LOT' OR p.written_by <> pg_current_xact_id()::xid
     OR CASE WHEN n.lot_id IS NULL THEN p.bucket <> 'AVAILABLE'
             ELSE (l.account_id, l.program_id, l.asset_id) IS DISTINCT FROM (p.account_id, p.program_id, p.asset_id) END
     OR p.amount <> (SELECT sum(o.amount) FROM lot_postings o WHERE o.organization_id = n.organization_id AND o.entry_id = n.entry_id AND o.line = n.line)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'lot postings of journal entry % do not fit its postings', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'lot_postings_fit';
  END IF;

  WITH delta AS (
    SELECT n.organization_id, n.lot_id, e.buckets[n.line + 1] AS bucket, e.hold_references[n.line + 1] AS hold_reference, sum(n.amount) AS amount,
      bool_or(e.type = 'EXPIRE') AS expired
    FROM new_lot_postings n CROSS JOIN LATERAL (
      SELECT * FROM journal_entries WHERE organization_id = n.organization_id AND id = n.entry_id OFFSET 0) e
    WHERE n.lot_id IS NOT NULL GROUP BY n.organization_id, n.lot_id, 3, 4
  ), places AS (
    SELECT organization_id, lot_id, bucket, hold_reference, sum(amount) AS amount
    FROM (SELECT organization_id, lot_id, bucket, hold_reference, amount FROM delta
          UNION ALL
          SELECT l.organization_id, l.id, l.bucket, CASE WHEN l.bucket = 'HELD' THEN l.reference_id END, l.remaining
          FROM (SELECT DISTINCT organization_id, lot_id FROM delta) d
          CROSS JOIN LATERAL (SELECT * FROM lots WHERE organization_id = d.organization_id AND id = d.lot_id OFFSET 0) l
          WHERE l.remaining > 0) parts
    GROUP BY organization_id, lot_id, bucket, hold_reference
  ), outcome AS (
    SELECT organization_id, lot_id, sum(amount) AS remaining, min(amount) AS least, count(*) FILTER (WHERE amount > 0) AS homes,
           max(bucket) FILTER (WHERE amount > 0) AS bucket, max(hold_reference) FILTER (WHERE amount > 0) AS hold_reference,
           bool_or(bucket <> 'HELD') AS left_held
    FROM places GROUP BY organization_id, lot_id
  ), left_last AS (
    SELECT DISTINCT ON (n.organization_id, n.lot_id) n.organization_id, n.lot_id, e.buckets[n.line + 1] AS bucket,
      e.hold_references[n.line + 1] AS hold_reference
    FROM outcome o JOIN new_lot_postings n ON n.organization_id = o.organization_id AND n.lot_id = o.lot_id
    CROSS JOIN LATERAL (
      SELECT * FROM journal_entries WHERE organization_id = n.organization_id AND id = n.entry_id OFFSET 0) e
    WHERE o.homes = 0 AND n.amount < 0
    ORDER BY n.organization_id, n.lot_id, e.sequence DESC, n.line DESC
  ), applied AS (
    UPDATE lots l
    SET remaining = o.remaining,
        bucket = coalesce(o.bucket, f.bucket),
        reference_id = CASE WHEN o.bucket IS NULL THEN f.hold_reference ELSE o.hold_reference END,
        provisional = l.provisional AND NOT o.left_held,
        expired = (SELECT bool_or(d.expired) FROM delta d WHERE d.organization_id = l.organization_id AND d.lot_id = l.id)
    FROM outcome o LEFT JOIN left_last f ON f.organization_id = o.organization_id AND f.lot_id = o.lot_id
    WHERE l.organization_id = o.organization_id AND l.id = o.lot_id AND o.least >= 0 AND o.homes <= 1
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
