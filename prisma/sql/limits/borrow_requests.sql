-- Notes what a process still has of the requests that it borrowed of an organization's limit, lets waiting ones in, and lends it more:
-- up to `portion`, but of what is left no more than one share of as many as there are processes. `kept` stays with the process,
-- `given_back` returns, and the rest of what it had is spent. What a process does not settle in time counts as spent.
-- A portion of 0 is for a process that gives up. `present` is for tests; in service, time is the database's own.
CREATE OR REPLACE FUNCTION borrow_requests(
  organization uuid, process uuid, kept integer, given_back integer, waiting integer, portion integer,
  per_second integer, burst integer, lease_ms integer, present timestamptz,
  OUT admitted integer, OUT lent integer, OUT tokens numeric, OUT elsewhere integer
) LANGUAGE plpgsql AS $$
DECLARE
  known request_limits;
  at timestamptz(3);
  total integer;
  mine integer;
  others integer;
  lapse record;
BEGIN
  -- Losing the last moments in a crash of the database is harmless; waiting for its disk is not.
  PERFORM set_config('synchronous_commit', 'off', true);
  SELECT * INTO known FROM request_limits l WHERE l.organization_id = organization FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO request_limits (organization_id, tokens, refilled_at)
      VALUES (organization, burst, coalesce(present, clock_timestamp())) ON CONFLICT DO NOTHING;
    SELECT * INTO known FROM request_limits l WHERE l.organization_id = organization FOR UPDATE;
  END IF;
  at := greatest(known.refilled_at, coalesce(present, clock_timestamp()));
  total := (SELECT coalesce(sum(h), 0) FROM unnest(known.held) h);
  mine := coalesce((SELECT h.held FROM unnest(known.holders, known.held, known.held_until) AS h (holder, held, until)
                    WHERE h.holder = process AND h.until > at), 0);

  -- Refills up to the burst less what is held, step by step as holdings lapse.
  FOR lapse IN
    SELECT * FROM (
      SELECT h.held, h.until FROM unnest(known.held, known.held_until) AS h (held, until) WHERE h.until <= at
      UNION ALL SELECT 0, at
    ) step ORDER BY step.until
  LOOP
    known.tokens := greatest(0, least(burst - total,
      known.tokens + per_second * round(extract(epoch FROM lapse.until - known.refilled_at) * 1000) / 1000));
    known.refilled_at := lapse.until;
    total := total - lapse.held;
  END LOOP;

  kept := least(kept, mine);
  known.tokens := known.tokens + least(given_back, mine - kept);
  SELECT coalesce(array_agg(h.holder), '{}'), coalesce(array_agg(h.held), '{}'), coalesce(array_agg(h.until), '{}'),
         count(*), coalesce(sum(h.held), 0)
    INTO known.holders, known.held, known.held_until, others, elsewhere
    FROM unnest(known.holders, known.held, known.held_until) AS h (holder, held, until)
    WHERE h.holder <> process AND h.until > at;
  admitted := least(waiting, floor(known.tokens));
  known.tokens := known.tokens - admitted;
  lent := kept + greatest(0, least(portion - kept, floor(known.tokens / (1 + others))));
  known.tokens := known.tokens - (lent - kept);
  IF portion > 0 THEN
    known.holders := known.holders || process;
    known.held := known.held || lent;
    known.held_until := known.held_until || (at + lease_ms * interval '1 millisecond');
  END IF;
  UPDATE request_limits l SET tokens = known.tokens, refilled_at = known.refilled_at, holders = known.holders, held = known.held,
    held_until = known.held_until WHERE l.organization_id = organization;
  tokens := known.tokens;
END $$;
