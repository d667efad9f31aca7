-- Whether anything was ever credited under a hold: only then can part of it be a provisional issue. Of the holds that
-- there are by now it is not known, so that they count as if.
ALTER TABLE holds ADD COLUMN credited boolean NOT NULL DEFAULT true;
ALTER TABLE holds ALTER COLUMN credited SET DEFAULT false;

CREATE OR REPLACE FUNCTION apply_lots_and_holds() RETURNS trigger LANGUAGE plpgsql AS $$
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
    SELECT DISTINCT p.organization_id, p.program_id, p.asset_id, p.account_type, p.account_id, p.hold_reference, 0, p.created_at
    FROM new_postings p
    WHERE p.bucket = 'HELD' AND p.amount > 0
    ON CONFLICT (account_id, program_id, asset_id, reference_id) DO NOTHING;

    UPDATE holds h
    SET amount = h.amount + d.amount, credited = h.credited OR d.credited, created_at = CASE WHEN h.amount = 0 THEN d.created_at ELSE h.created_at END
    FROM (SELECT p.account_id, p.program_id, p.asset_id, p.hold_reference, sum(p.amount) AS amount, bool_or(e.type = 'CREDIT') AS credited, min(p.created_at) AS created_at
          FROM new_postings p JOIN journal_entries e ON e.id = p.entry_id
          WHERE p.bucket = 'HELD' GROUP BY p.account_id, p.program_id, p.asset_id, p.hold_reference) d
    WHERE (h.account_id, h.program_id, h.asset_id, h.reference_id) = (d.account_id, d.program_id, d.asset_id, d.hold_reference);
    GET DIAGNOSTICS moved = ROW_COUNT;
    IF moved < (SELECT count(DISTINCT (account_id, program_id, asset_id, hold_reference)) FROM new_postings WHERE bucket = 'HELD') THEN
      RAISE EXCEPTION 'a posting takes from a hold that does not exist' USING ERRCODE = 'check_violation', CONSTRAINT = 'holds_exist';
    END IF;
  END IF;
  RETURN NULL;
END $$;
