-- Makes the partitions of a table of facts for the days or months (`unit`) from `today` on, by the time that the ids in its column `key`
-- carry, moving in what waited for them in the default partition, and forgets those that end by `kept_from`. Returns how many partitions
-- were made or dropped and rows deleted; does nothing while another session is at it. Waits for no lock longer than the caller's lock_timeout.
CREATE OR REPLACE FUNCTION keep_partitions(parent text, key text, unit text, today date, ahead integer, kept_from date) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  one text;
  begins timestamptz;
  first uuid;
  beyond uuid;
  step interval := ('1 ' || unit)::interval;
  deleted bigint;
  changed bigint := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('keep_partitions ' || parent, 0)) THEN
    RETURN 0;
  END IF;
  FOR begins IN
    SELECT d AT TIME ZONE 'UTC' FROM generate_series(date_trunc(unit, today::timestamp), date_trunc(unit, today::timestamp) + ahead * step, step) d
  LOOP
    one := parent || to_char(begins AT TIME ZONE 'UTC', '_YYYYMMDD');
    CONTINUE WHEN to_regclass(one) IS NOT NULL;
    first := first_id_at(begins);
    beyond := first_id_at((begins AT TIME ZONE 'UTC' + step) AT TIME ZONE 'UTC');
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', one, parent);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      parent || '_default', key, first, key, beyond, one);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, one, first, beyond);
    changed := changed + 1;
  END LOOP;
  FOR one IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname ~ '_[0-9]{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') + step <= kept_from
  LOOP
    EXECUTE format('DROP TABLE %I', one);
    changed := changed + 1;
  END LOOP;
  EXECUTE format('DELETE FROM %I WHERE %I < %L', parent || '_default', key, first_id_at(kept_from::timestamp AT TIME ZONE 'UTC'));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN changed + deleted;
END $$;
