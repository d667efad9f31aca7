-- An entry that is sealed after its hour was counted is added with its seal. Whoever counts an hour keeps the row of
-- hour_progress until then, so that no seal falls between the two. An entry's id says when it was, so that none is read for it.
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
      SELECT first_id_at(p.counted_from) AS first, first_id_at(p.counted_until) AS beyond
      FROM hour_progress p WHERE p.organization_id = sealed.organization_id FOR SHARE
    )
    SELECT array_agg(entry.id) INTO late
    FROM progress p CROSS JOIN unnest(sealed.ids) AS entry (id) WHERE entry.id >= p.first AND entry.id < p.beyond;
    IF late IS NOT NULL THEN
      PERFORM add_to_hours(sealed.organization_id, late);
    END IF;
  END LOOP;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER entry_seals_counted AFTER INSERT ON entry_seals
  REFERENCING NEW TABLE AS new_seals FOR EACH STATEMENT EXECUTE FUNCTION count_sealed_entries();
