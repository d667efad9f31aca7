-- Forgets what a nullable column of a table of facts says in one of its partitions, from the id `first` on and before `beyond`: it is
-- replaced by a copy without, so that the rest of each fact stays. The caller keeps others from the partitions. Writers of this one wait
-- for the copy, everybody else only for the exchange. What is written there afterwards stays as it is written.
CREATE OR REPLACE FUNCTION forget_column(parent text, one text, first uuid, beyond uuid, key text, forgotten text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  copy text := one || '_copy';
  columns text;
BEGIN
  SELECT string_agg(CASE a.attname WHEN forgotten THEN 'NULL' ELSE quote_ident(a.attname) END, ', ' ORDER BY a.attnum) INTO columns
  FROM pg_attribute a WHERE a.attrelid = one::regclass AND a.attnum > 0 AND NOT a.attisdropped;
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
  PERFORM close_partition(one::regclass);
  EXECUTE format('COMMENT ON TABLE %I IS %L', one, 'without ' || forgotten);
END $$;
