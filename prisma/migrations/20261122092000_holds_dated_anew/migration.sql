-- Holds that were emptied and filled in one statement before that made them begin anew still have the date of what they held
-- before: they get that of the first posting after they were empty last. Their balances are locked first, in the order in which
-- every operation locks them, and a hold that somebody changed meanwhile is dated already.
CREATE TEMPORARY TABLE misdated_holds ON COMMIT DROP AS
SELECT h.account_id, h.program_id, h.asset_id, h.reference_id, h.created_at AS dated, begun.at AS begun_at
FROM holds h
CROSS JOIN LATERAL (
  SELECT min(created_at) FILTER (WHERE place = emptied + 1) AS at
  FROM (
    SELECT *, coalesce(max(place) FILTER (WHERE so_far = 0) OVER (), 0) AS emptied
    FROM (
      SELECT p.created_at, row_number() OVER in_order AS place, sum(p.amount) OVER in_order AS so_far
      FROM postings p JOIN journal_entries e ON e.id = p.entry_id
      WHERE (p.account_id, p.program_id, p.asset_id, p.hold_reference) = (h.account_id, h.program_id, h.asset_id, h.reference_id)
        AND p.bucket = 'HELD'
      WINDOW in_order AS (ORDER BY e.sequence, p.line)
    ) each
  ) dated
) begun
WHERE h.amount > 0 AND begun.at <> h.created_at;

DO $$
BEGIN
  PERFORM 1 FROM balances b
  WHERE EXISTS (
    SELECT 1 FROM misdated_holds m WHERE (m.account_id, m.program_id, m.asset_id) = (b.account_id, b.program_id, b.asset_id))
  ORDER BY b.account_id, b.program_id, b.asset_id
  FOR UPDATE;
END $$;

-- Holds follow the postings: nobody changes them but a trigger.
CREATE FUNCTION pg_temp.date_holds_anew() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE holds h SET created_at = m.begun_at
  FROM misdated_holds m
  WHERE (h.account_id, h.program_id, h.asset_id, h.reference_id) = (m.account_id, m.program_id, m.asset_id, m.reference_id)
    AND h.amount > 0 AND h.created_at = m.dated;
  RETURN NULL;
END $$;
CREATE TRIGGER holds_dated_anew AFTER UPDATE ON misdated_holds FOR EACH STATEMENT EXECUTE FUNCTION pg_temp.date_holds_anew();
UPDATE misdated_holds SET dated = dated;
DROP TRIGGER holds_dated_anew ON misdated_holds;
DROP FUNCTION pg_temp.date_holds_anew();
