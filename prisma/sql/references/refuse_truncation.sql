-- A trigger on the whole of a table does not refuse that one of its partitions is emptied: each has one of its own, from when it is made.
-- Partitions are dropped when their time is over, which no trigger sees.
CREATE OR REPLACE FUNCTION refuse_truncation(one regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER stays BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', one);
END $$;

CREATE OR REPLACE TRIGGER event_outcomes_stay BEFORE TRUNCATE ON event_outcomes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER webhook_events_stay BEFORE TRUNCATE ON webhook_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER webhook_attempts_stay BEFORE TRUNCATE ON webhook_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER request_logs_stay BEFORE TRUNCATE ON request_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$ BEGIN
  PERFORM refuse_truncation(i.inhrelid::regclass)
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent
  WHERE c.relkind = 'p' AND c.relnamespace = 'public'::regnamespace;
END $$;
