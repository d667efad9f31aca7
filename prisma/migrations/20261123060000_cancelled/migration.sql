-- What somebody ends before its time is CANCELLED everywhere: backtests, corrections and recoveries of webhooks had
-- a spelling of their own.
-- All at once or not yet: to wait for one while others are held would stop, or cross, whoever writes meanwhile.
DO $$
BEGIN
  FOR attempt IN 1 .. 2000 LOOP
    BEGIN
      LOCK TABLE backtests, corrections, webhook_recoveries IN ACCESS EXCLUSIVE MODE NOWAIT;
      RETURN;
    EXCEPTION WHEN lock_not_available THEN
      PERFORM pg_sleep(0.01);
    END;
  END LOOP;
  -- A vacuum of a large table gives way only to somebody who waits.
  LOCK TABLE backtests, corrections, webhook_recoveries IN ACCESS EXCLUSIVE MODE;
END $$;

ALTER TABLE backtests DROP CONSTRAINT backtests_status_check;
ALTER TABLE corrections DROP CONSTRAINT corrections_status_check;
ALTER TABLE corrections DROP CONSTRAINT corrections_check1;
ALTER TABLE webhook_recoveries DROP CONSTRAINT webhook_recoveries_status_check;

UPDATE backtests SET status = 'CANCELLED' WHERE status = 'CANCELED';
UPDATE corrections SET status = 'CANCELLED' WHERE status = 'CANCELED';
UPDATE webhook_recoveries SET status = 'CANCELLED' WHERE status = 'CANCELED';

ALTER TABLE backtests ADD CONSTRAINT backtests_status_check
  CHECK (status IN ('QUEUED', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED')) NOT VALID;
ALTER TABLE corrections ADD CONSTRAINT corrections_status_check CHECK (status IN ('PLANNED', 'POSTING', 'COMPLETED', 'CANCELLED')) NOT VALID;
ALTER TABLE corrections ADD CONSTRAINT corrections_ended
  CHECK ((status IN ('COMPLETED', 'CANCELLED')) = (completed_at IS NOT NULL)) NOT VALID;
ALTER TABLE webhook_recoveries ADD CONSTRAINT webhook_recoveries_status_check
  CHECK (status IN ('RUNNING', 'COMPLETED', 'CANCELLED')) NOT VALID;
ALTER TABLE backtests VALIDATE CONSTRAINT backtests_status_check;
ALTER TABLE corrections VALIDATE CONSTRAINT corrections_status_check;
ALTER TABLE corrections VALIDATE CONSTRAINT corrections_ended;
ALTER TABLE webhook_recoveries VALIDATE CONSTRAINT webhook_recoveries_status_check;
