-- Codes and batches are taken and returned with their redemptions, in one order; whoever takes more than one participant may have is refused.
CREATE OR REPLACE FUNCTION count_code_uses() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  taker record;
BEGIN
  PERFORM 1 FROM (SELECT DISTINCT organization_id, batch_id FROM new_rows) n
  JOIN code_batches b ON b.organization_id = n.organization_id AND b.id = n.batch_id ORDER BY b.id FOR NO KEY UPDATE OF b;
  UPDATE code_batches b SET redeemed_count = redeemed_count + n.taken
  FROM (SELECT organization_id, batch_id, count(*) AS taken FROM new_rows WHERE status <> 'RETURNED' GROUP BY 1, 2) n
  WHERE b.organization_id = n.organization_id AND b.id = n.batch_id;
  PERFORM 1 FROM (SELECT DISTINCT organization_id, program_id, code FROM new_rows) n
  JOIN codes c ON c.organization_id = n.organization_id AND c.program_id = n.program_id AND c.code = n.code ORDER BY c.code FOR NO KEY UPDATE OF c;
  UPDATE codes c SET used = used + n.taken
  FROM (SELECT organization_id, program_id, code, count(*) AS taken FROM new_rows WHERE status <> 'RETURNED' GROUP BY 1, 2, 3) n
  WHERE c.organization_id = n.organization_id AND c.program_id = n.program_id AND c.code = n.code;
  SELECT n.* INTO taker FROM (SELECT DISTINCT organization_id, batch_id, participant_id FROM new_rows) n
  JOIN code_batches b ON b.organization_id = n.organization_id AND b.id = n.batch_id
  WHERE b.max_per_participant < (SELECT count(*) FROM code_redemptions r
    WHERE r.organization_id = n.organization_id AND r.batch_id = n.batch_id AND r.participant_id = n.participant_id AND r.status <> 'RETURNED') LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'the codes of batch % are bounded for one participant', taker.batch_id
      USING ERRCODE = 'check_violation', CONSTRAINT = 'code_batches_within_max_per_participant';
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER code_redemptions_counted AFTER INSERT ON code_redemptions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_code_uses();
