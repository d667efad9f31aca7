-- A hold begins with the first posting after it was empty last, also when it is emptied and filled in one statement: as when all
-- that lies under it expires and the same operation holds more. Which hold is the oldest must not depend on when expiries are posted.
CREATE OR REPLACE FUNCTION apply_lots_and_holds() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  at_fault uuid;
  moved bigint;
BEGIN
  SELECT p.entry_id INTO at_fault
  FROM new_postings p JOIN assets a ON a.id = p.asset_id AND a.inventory_mode = 'LOT'
  WHERE p.account_type IN ('PARTICIPANT', 'GROUP')
    AND p.amount <> (SELECT coalesce(sum(l.amount), 0) FROM lot_postings l WHERE l.entry_id = p.entry_id AND l.line = p.line)
  LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'postings of journal entry % are not made of lots', at_fault USING ERRCODE = 'check_violation', CONSTRAINT = 'postings_made_of_lots';
  END IF;

  IF EXISTS (SELECT 1 FROM new_postings WHERE bucket = 'HELD') THEN
    INSERT INTO holds (organization_id, program_id, asset_id, account_type, account_id, reference_id, amount, created_at)
    SELECT DISTINCT ON (p.account_id, p.program_id, p.asset_id, p.hold_reference)
      p.organization_id, p.program_id, p.asset_id, p.account_type, p.account_id, p.hold_reference, 0, p.created_at
    FROM new_postings p
    WHERE p.bucket = 'HELD' AND p.amount > 0
    ORDER BY p.account_id, p.program_id, p.asset_id, p.hold_reference, p.created_at
    ON CONFLICT (account_id, program_id, asset_id, reference_id) DO NOTHING;

    UPDATE holds h
    SET amount = h.amount + d.amount, credited = h.credited OR d.credited, created_at = coalesce(d.begun_at, h.created_at)
    FROM (
      SELECT account_id, program_id, asset_id, hold_reference, sum(amount) AS amount, bool_or(credited) AS credited,
        min(created_at) FILTER (WHERE place = emptied + 1) AS begun_at
      FROM (
        SELECT *, coalesce(max(place) FILTER (WHERE before + so_far = 0) OVER of_hold, CASE WHEN before = 0 THEN 0 END) AS emptied
        FROM (
          SELECT p.account_id, p.program_id, p.asset_id, p.hold_reference, p.amount, p.created_at, e.type = 'CREDIT' AS credited,
            o.amount AS before, row_number() OVER in_order AS place, sum(p.amount) OVER in_order AS so_far
          FROM new_postings p
          JOIN journal_entries e ON e.id = p.entry_id
          JOIN holds o ON (o.account_id, o.program_id, o.asset_id, o.reference_id) = (p.account_id, p.program_id, p.asset_id, p.hold_reference)
          WHERE p.bucket = 'HELD'
          WINDOW in_order AS (PARTITION BY p.account_id, p.program_id, p.asset_id, p.hold_reference ORDER BY e.sequence, p.line)
        ) each
        WINDOW of_hold AS (PARTITION BY account_id, program_id, asset_id, hold_reference)
      ) dated
      GROUP BY account_id, program_id, asset_id, hold_reference
    ) d
    WHERE (h.account_id, h.program_id, h.asset_id, h.reference_id) = (d.account_id, d.program_id, d.asset_id, d.hold_reference);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved < (SELECT count(DISTINCT (account_id, program_id, asset_id, hold_reference)) FROM new_postings WHERE bucket = 'HELD') THEN
      RAISE EXCEPTION 'a posting takes from a hold that does not exist' USING ERRCODE = 'check_violation', CONSTRAINT = 'holds_exist';
    END IF;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER postings_move_lots_and_holds AFTER INSERT ON postings
  REFERENCING NEW TABLE AS new_postings FOR EACH STATEMENT EXECUTE FUNCTION apply_lots_and_holds();
