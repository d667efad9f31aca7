-- The guard. A transaction whose guard does not see the period had its number before the period was
-- committed; the closing waits for all of those before it adds anything up.
CREATE OR REPLACE FUNCTION refuse_closed_period() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed_to timestamptz;
BEGIN
  SELECT max(p.period_to) INTO closed_to
  FROM (SELECT organization_id, min(created_at) AS created_at FROM new_entries GROUP BY organization_id) e
  JOIN ledger_periods p ON p.organization_id = e.organization_id AND p.status <> 'REOPENED' AND p.period_to > e.created_at;
  IF closed_to IS NOT NULL THEN
    RAISE EXCEPTION 'The period until % is closed.', to_char(closed_to AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
      USING ERRCODE = 'check_violation', CONSTRAINT = 'journal_entries_open_period', DETAIL = 'constraint "journal_entries_open_period"';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER journal_entries_open_period AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION refuse_closed_period();
