-- An entry that is sealed after its hour was counted is added with its seal. Whoever counts an hour keeps the row of
-- hour_progress until then, so that no seal falls between the two.
CREATE OR REPLACE FUNCTION count_sealed_entries() RETURNS trigger LANGUAGE plpgsql
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off
AS $$
DECLARE
  sealed record;
  late uuid[];
BEGIN
  FOR sealed IN SELECT s.organization_id, array_agg(entry.id) AS ids FROM new_seals s CROSS JOIN unnest(s.entry_ids) AS entry (id) GROUP BY 1 LOOP
    PERFORM add_to_days(sealed.organization_id, sealed.ids), add_to_expiry_days(sealed.organization_id, sealed.ids);

    WITH progress AS MATERIALIZED (
      SELECT p.counted_from, p.counted_until FROM hour_progress p WHERE p.organization_id = sealed.organization_id FOR SHARE
    )
    SELECT array_agg(e.id) INTO late
    FROM progress p CROSS JOIN unnest(sealed.ids) AS entry (id) CROSS JOIN LATERAL (
      SELECT * FROM journal_entries WHERE organization_id = sealed.organization_id AND id = entry.id OFFSET 0) e
    WHERE e.created_at >= p.counted_from AND e.created_at < p.counted_until;
    IF late IS NOT NULL THEN
      PERFORM add_to_hours(sealed.organization_id, late);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_seals_counted AFTER INSERT ON entry_seals
  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION count_sealed_entries();
