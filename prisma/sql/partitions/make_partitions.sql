-- Makes the partitions of a table of facts for the days or months (`unit`) from `today` on, by the time that the ids in its column `key`
-- carry, moving in what waited for them in the default partition. Returns how many were made; does nothing while another session is at it.
-- Waits for no lock longer than the caller's lock_timeout.
CREATE OR REPLACE FUNCTION make_partitions(parent text, key text, unit text, today date, ahead integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  one text;
  begins timestamptz;
  first uuid;
  beyond uuid;
  step interval := ('1 ' || unit)::interval;
  made integer := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('partitions of ' || parent, 0)) THEN
    RETURN 0;
  END IF;
  FOR begins IN
    SELECT d AT TIME ZONE 'UTC' FROM generate_series(date_trunc(unit, today::timestamp), date_trunc(unit, today::timestamp) + ahead * step, step) d
  LOOP
    one := parent || to_char(begins AT TIME ZONE 'UTC', '_YYYYMMDD');
    CONTINUE WHEN to_regclass(one) IS NOT NULL;
    first := first_id_at(begins);
    beyond := first_id_at((begins AT TIME ZONE 'UTC' + step) AT TIME ZONE 'UTC');
    PERFORM make_partition(parent, key, one, first, beyond);
    made := made + 1;
  END LOOP;
  RETURN made;
END $$;
