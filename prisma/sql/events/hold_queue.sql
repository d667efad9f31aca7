-- Each holds a program's queue, or slots of it, until the transaction ends, and leaves the slots that are held in a setting of the transaction,
-- for the statement that travels with it. By functions of the organization: the lock and the setting are where its events are.
-- All of it: excludes those who hold any slot; these exclude it, and one another slot by slot.
CREATE OR REPLACE FUNCTION hold_program(organization uuid, program uuid, slots integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lanes.slots', CASE WHEN pg_try_advisory_xact_lock(hashtextextended('events/' || program, 0))
    THEN (SELECT string_agg(slot::text, ',') FROM generate_series(0, slots - 1) AS slot) ELSE '' END, true);
END $$;

-- All of it, after waiting for those who hold slots, though not for long. Only one waits, and as long as it does, nobody comes to hold a slot.
CREATE OR REPLACE FUNCTION await_program(organization uuid, program uuid, slots integer) RETURNS void LANGUAGE plpgsql SET lock_timeout = '2s' AS $$
BEGIN
  PERFORM set_config('lanes.slots', '', true);
  IF pg_try_advisory_xact_lock(hashtextextended('events/' || program || '/awaited', 0)) THEN
    PERFORM pg_advisory_xact_lock(hashtextextended('events/' || program, 0));
    PERFORM set_config('lanes.slots', (SELECT string_agg(slot::text, ',') FROM generate_series(0, slots - 1) AS slot), true);
  END IF;
END $$;

-- Up to `most` of the slots that nobody holds, from slot `first` on.
CREATE OR REPLACE FUNCTION hold_slots(organization uuid, program uuid, slots integer, first integer, most integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lanes.slots', CASE WHEN pg_try_advisory_xact_lock_shared(hashtextextended('events/' || program, 0)) THEN coalesce((
    SELECT string_agg(slot::text, ',') FROM (
      SELECT slot FROM (SELECT (first + step) % slots AS slot FROM generate_series(0, slots - 1) AS step) AS each
      WHERE pg_try_advisory_xact_lock(hashtextextended('events/' || program || '/' || slot, 0)) LIMIT most) AS free), '') ELSE '' END, true);
END $$;

-- Those of the slots that have an event due and that nobody holds: for a program whose queue is short, and whose other slots others want.
CREATE OR REPLACE FUNCTION hold_due_slots(organization uuid, program uuid, at timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('lanes.slots', CASE WHEN pg_try_advisory_xact_lock_shared(hashtextextended('events/' || program, 0)) THEN coalesce((
    SELECT string_agg(slot::text, ',') FROM (
      SELECT DISTINCT CASE WHEN q.lane < 0 THEN -1 - q.lane ELSE q.lane END AS slot
      FROM event_queue q WHERE q.organization_id = organization AND q.program_id = program AND q.due_at <= at OFFSET 0) AS due
    WHERE pg_try_advisory_xact_lock(hashtextextended('events/' || program || '/' || slot, 0))), '') ELSE '' END, true);
END $$;

-- Named slots, after waiting for those who hold them, though not for longer than `patience` milliseconds each. In one order, so that nobody waits
-- in a circle.
CREATE OR REPLACE FUNCTION await_slots(organization uuid, program uuid, wanted integer[], patience integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  usual text := current_setting('lock_timeout');
  slot integer;
BEGIN
  PERFORM set_config('lock_timeout', patience || 'ms', true);
  PERFORM pg_advisory_xact_lock_shared(hashtextextended('events/' || program, 0));
  FOR slot IN SELECT DISTINCT unnest(wanted) ORDER BY 1 LOOP
    PERFORM pg_advisory_xact_lock(hashtextextended('events/' || program || '/' || slot, 0));
  END LOOP;
  PERFORM set_config('lock_timeout', usual, true);
END $$;

-- All of it, after waiting in line with others who do.
CREATE OR REPLACE FUNCTION await_program_in_line(organization uuid, program uuid, patience integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  usual text := current_setting('lock_timeout');
BEGIN
  PERFORM set_config('lock_timeout', patience || 'ms', true);
  PERFORM pg_advisory_xact_lock(hashtextextended('events/' || program || '/awaited', 0));
  PERFORM pg_advisory_xact_lock(hashtextextended('events/' || program, 0));
  PERFORM set_config('lock_timeout', usual, true);
END $$;
