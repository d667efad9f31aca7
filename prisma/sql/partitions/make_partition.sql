-- Makes the partition `one` of a table for the ids from `first` up to `beyond`. Rows that wait for it in the default partition are found by
-- attaching it, so that none can come in after the look; they are moved under a lock on the whole table, since a statement that knows one
-- place of a row and sees the other would not find it.
CREATE OR REPLACE FUNCTION make_partition(parent text, key text, one text, first uuid, beyond uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  attach text := format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, one, first, beyond);
BEGIN
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS)', one, parent);
  BEGIN
    EXECUTE attach;
  EXCEPTION WHEN check_violation THEN
    EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', parent);
    EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %L AND %I < %L RETURNING *) INSERT INTO %I SELECT * FROM moved',
      parent || '_default', key, first, key, beyond, one);
    EXECUTE attach;
    -- In a database that is spread over nodes, the rows moved on to them.
    IF to_regproc('truncate_local_data_after_distributing_table') IS NOT NULL THEN
      EXECUTE 'SELECT truncate_local_data_after_distributing_table($1)' USING one::regclass;
    END IF;
  END;
  PERFORM close_partition(one::regclass);
END $$;
