-- Makes the partitions of a table of facts for the days from `today` on, moving in what waited for them in the default partition, and
-- forgets the days before `kept_from`. Returns how many partitions were made or dropped and rows deleted; does nothing while another
-- session is at it. Waits for no other lock longer than the caller's lock_timeout.
CREATE OR REPLACE FUNCTION keep_day_partitions(parent text, today date, ahead integer, kept_from date) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  one text;
  day date;
  deleted bigint;
  changed bigint := 0;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('keep_day_partitions ' || parent, 0)) THEN
    RETURN 0;
  END IF;
  FOR day IN SELECT generate_series(today, today + ahead, interval '1 day')::date LOOP
    one := parent || to_char(day, '_YYYYMMDD');
    CONTINUE WHEN to_regclass(one) IS NOT NULL;
    EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', one, parent);
    EXECUTE format(
      'WITH moved AS (DELETE FROM %I WHERE id >= %L AND id < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      parent || '_default', first_id_of_day(day), first_id_of_day(day + 1), one);
    EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, one, first_id_of_day(day), first_id_of_day(day + 1));
    changed := changed + 1;
  END LOOP;
  FOR one IN
    SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname ~ '_[0-9]{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') < kept_from
  LOOP
    EXECUTE format('DROP TABLE %I', one);
    changed := changed + 1;
  END LOOP;
  EXECUTE format('DELETE FROM %I WHERE id < %L', parent || '_default', first_id_of_day(kept_from));
  GET DIAGNOSTICS deleted = ROW_COUNT;
  RETURN changed + deleted;
END $$;
