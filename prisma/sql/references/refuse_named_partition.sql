-- What is checked once a statement on the whole of a table is not checked for a statement that names one of its partitions. So rows come in
-- through the table alone.
CREATE OR REPLACE FUNCTION refuse_named_partition() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is one part of a table, through which its rows come in: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END $$;

-- Nor does a trigger on the whole of a table refuse that one of its partitions is emptied. Each has its own, from when it is part of the table.
-- Partitions are dropped when their time is over, which no trigger sees.
CREATE OR REPLACE FUNCTION close_partition(one regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE OR REPLACE TRIGGER stays BEFORE TRUNCATE ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()', one);
  EXECUTE format('CREATE OR REPLACE TRIGGER closed BEFORE INSERT ON %s FOR EACH STATEMENT EXECUTE FUNCTION refuse_named_partition()', one);
END $$;

CREATE OR REPLACE TRIGGER event_outcomes_stay BEFORE TRUNCATE ON event_outcomes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER webhook_events_stay BEFORE TRUNCATE ON webhook_events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER webhook_attempts_stay BEFORE TRUNCATE ON webhook_attempts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE OR REPLACE TRIGGER request_logs_stay BEFORE TRUNCATE ON request_logs FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

DO $$ BEGIN
  PERFORM close_partition(i.inhrelid::regclass)
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhparent
  WHERE c.relkind = 'p' AND c.relnamespace = 'public'::regnamespace;
END $$;
