-- Forgets what a nullable column of a table of facts says in a month or day (`unit`) that ended by `before`: the oldest partition that still
-- has it is replaced by a copy without, so that the rest of each fact stays. Returns whether one was replaced; does nothing while another
-- session is at the partitions. Writers of that partition wait for the copy, everybody else only for the exchange. What is written there
-- afterwards stays as it is written.
CREATE OR REPLACE FUNCTION forget_column(parent text, key text, unit text, forgotten text, before date) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  one text;
  copy text;
  columns text;
  first uuid;
  beyond uuid;
  step interval := ('1 ' || unit)::interval;
  mark text := 'without ' || forgotten;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('keep_partitions ' || parent, 0)) THEN
    RETURN false;
  END IF;
  SELECT c.relname INTO one FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = parent::regclass AND c.relname ~ '_[0-9]{8}$' AND to_date(right(c.relname, 8), 'YYYYMMDD') + step <= before
    AND obj_description(c.oid, 'pg_class') IS DISTINCT FROM mark
  ORDER BY right(c.relname, 8) LIMIT 1;
  IF one IS NULL THEN
    RETURN false;
  END IF;
  copy := one || '_copy';
  first := first_id_at(to_date(right(one, 8), 'YYYYMMDD')::timestamp AT TIME ZONE 'UTC');
  beyond := first_id_at((to_date(right(one, 8), 'YYYYMMDD')::timestamp + step) AT TIME ZONE 'UTC');
  SELECT string_agg(CASE a.attname WHEN forgotten THEN 'NULL' ELSE quote_ident(a.attname) END, ', ' ORDER BY a.attnum) INTO columns
  FROM pg_attribute a WHERE a.attrelid = one::regclass AND a.attnum > 0 AND NOT a.attisdropped;
  EXECUTE format('LOCK TABLE %I IN SHARE ROW EXCLUSIVE MODE', one);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL, CONSTRAINT in_time CHECK (%I >= %L AND %I < %L))', copy, one, key, first, key, beyond);
  EXECUTE format('INSERT INTO %I SELECT %s FROM %I', copy, columns, one);
  -- The copy was long work: rather than lose it to whoever holds the table now, it tries again.
  FOR attempt IN 1..40 LOOP
    BEGIN
      EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
      EXIT;
    EXCEPTION WHEN lock_not_available THEN
      IF attempt = 40 THEN
        RAISE;
      END IF;
      PERFORM pg_sleep(0.05 * attempt);
    END;
  END LOOP;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, one);
  EXECUTE format('DROP TABLE %I', one);
  EXECUTE format('ALTER TABLE %I RENAME TO %I', copy, one);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, one, first, beyond);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT in_time', one);
  EXECUTE format('COMMENT ON TABLE %I IS %L', one, mark);
  RETURN true;
END $$;
