-- An entry that is sealed after its hour was counted is added with its seal. Whoever counts an hour keeps the row of
-- hour_progress until then, so that no seal falls between the two.
CREATE OR REPLACE FUNCTION count_sealed_entries() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  late record;
BEGIN
  PERFORM add_to_days(sealed.organization_id, sealed.entries), add_to_expiry_days(sealed.organization_id, sealed.entries)
  FROM (SELECT organization_id, array_agg(entry_id) AS entries FROM new_seals GROUP BY organization_id) AS sealed;

  FOR late IN
    WITH progress AS MATERIALIZED (
      SELECT p.organization_id, p.counted_from, p.counted_until FROM hour_progress p
      WHERE p.organization_id IN (SELECT organization_id FROM new_seals) FOR SHARE
    )
    SELECT e.organization_id, array_agg(e.id) AS entries
    FROM progress p
    JOIN new_seals s ON s.organization_id = p.organization_id
    JOIN journal_entries e ON e.organization_id = s.organization_id AND e.id = s.entry_id
    WHERE e.created_at >= p.counted_from AND e.created_at < p.counted_until
    GROUP BY e.organization_id
  LOOP
    PERFORM add_to_hours(late.organization_id, late.entries);
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_seals_counted AFTER INSERT ON entry_seals
  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION count_sealed_entries();
