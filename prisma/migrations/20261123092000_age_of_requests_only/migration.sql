-- request_logs_kept_idx stands in its place. Whoever writes meanwhile is not to wait behind somebody who reads for long.
DO $$
BEGIN
  FOR attempt IN 1 .. 2000 LOOP
    BEGIN
      LOCK TABLE request_logs IN ACCESS EXCLUSIVE MODE NOWAIT;
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.01);
    END;
  END LOOP;
  -- A vacuum of a large table gives way only to somebody who waits.
  LOCK TABLE request_logs IN ACCESS EXCLUSIVE MODE;
END $$;
DROP INDEX request_logs_age_idx;
