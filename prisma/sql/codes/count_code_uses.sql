-- Batches and codes are counted with their redemptions, each kind in one order: a batch that has shares in one of them, any other in its own row, which
-- its limit bounds. The one code of a shared batch without a limit of its own is used as often as its batch. Whoever takes more than one participant
-- may have is refused, and what is given back can be had again.
CREATE OR REPLACE FUNCTION count_code_uses() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  direction int := CASE TG_OP WHEN 'INSERT' THEN 1 ELSE -1 END;
  in_shares uuid[];
  taker record;
BEGIN
  IF TG_OP = 'UPDATE' AND NOT EXISTS (SELECT 1 FROM new_rows WHERE status = 'RETURNED') THEN
    RETURN NULL;
  END IF;
  WITH moved AS (
    SELECT organization_id, batch_id, count(*) * direction AS uses FROM new_rows WHERE (status = 'RETURNED') = (TG_OP = 'UPDATE') GROUP BY 1, 2
  ), held AS MATERIALIZED (
    SELECT s.organization_id, s.batch_id, s.share, moved.uses FROM moved JOIN code_batch_uses s
      ON s.organization_id = moved.organization_id AND s.batch_id = moved.batch_id AND s.share = pg_backend_pid() % 16
    ORDER BY s.batch_id FOR NO KEY UPDATE OF s
  ), counted AS (
    UPDATE code_batch_uses s SET uses = s.uses + held.uses FROM held
    WHERE s.organization_id = held.organization_id AND s.batch_id = held.batch_id AND s.share = held.share RETURNING s.batch_id
  )
  SELECT coalesce(array_agg(batch_id), '{}') INTO in_shares FROM counted;
  WITH moved AS (
    SELECT organization_id, batch_id, count(*) * direction AS uses FROM new_rows
    WHERE (status = 'RETURNED') = (TG_OP = 'UPDATE') AND batch_id <> ALL (in_shares) GROUP BY 1, 2
  ), held AS MATERIALIZED (
    SELECT b.organization_id, b.id, moved.uses FROM moved JOIN code_batches b ON b.organization_id = moved.organization_id AND b.id = moved.batch_id
    ORDER BY b.id FOR NO KEY UPDATE OF b
  )
  UPDATE code_batches b SET redeemed_count = b.redeemed_count + held.uses FROM held WHERE b.organization_id = held.organization_id AND b.id = held.id;
  WITH moved AS (
    SELECT organization_id, program_id, code, batch_id, count(*) * direction AS uses FROM new_rows
    WHERE (status = 'RETURNED') = (TG_OP = 'UPDATE') GROUP BY 1, 2, 3, 4
  ), held AS MATERIALIZED (
    SELECT c.organization_id, c.program_id, c.code, moved.uses FROM moved
    JOIN code_batches b ON b.organization_id = moved.organization_id AND b.id = moved.batch_id
    JOIN codes c ON c.organization_id = moved.organization_id AND c.program_id = moved.program_id AND c.code = moved.code
    WHERE b.kind <> 'SHARED' OR c.max_uses IS NOT NULL ORDER BY c.code FOR NO KEY UPDATE OF c
  )
  UPDATE codes c SET used = c.used + held.uses FROM held
  WHERE c.organization_id = held.organization_id AND c.program_id = held.program_id AND c.code = held.code;
  IF TG_OP = 'UPDATE' THEN
    RETURN NULL;
  END IF;
  SELECT n.* INTO taker FROM (SELECT DISTINCT organization_id, batch_id, participant_id FROM new_rows) n
  JOIN code_batches b ON b.organization_id = n.organization_id AND b.id = n.batch_id
  WHERE b.max_per_participant IS NOT NULL AND b.max_per_participant < (SELECT count(*) FROM code_redemptions r
    WHERE r.organization_id = n.organization_id AND r.batch_id = n.batch_id AND r.participant_id = n.participant_id AND r.status <> 'RETURNED') LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the codes of batch % are bounded for one participant', taker.batch_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'code_batches_within_max_per_participant';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER code_redemptions_counted AFTER INSERT ON code_redemptions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_code_uses();

CREATE OR REPLACE TRIGGER code_redemptions_returned AFTER UPDATE ON code_redemptions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_code_uses();

DROP FUNCTION IF EXISTS return_code_uses();
