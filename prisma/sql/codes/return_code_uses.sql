-- A use that is given back can be had again.
CREATE OR REPLACE FUNCTION return_code_uses() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM new_rows WHERE status = 'RETURNED') THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM (SELECT DISTINCT organization_id, batch_id FROM new_rows) n
  JOIN code_batches b ON b.organization_id = n.organization_id AND b.id = n.batch_id ORDER BY b.id FOR NO KEY UPDATE OF b;
  UPDATE code_batches b SET redeemed_count = redeemed_count - n.returned
  FROM (SELECT organization_id, batch_id, count(*) AS returned FROM new_rows WHERE status = 'RETURNED' GROUP BY 1, 2) n
  WHERE b.organization_id = n.organization_id AND b.id = n.batch_id;
  PERFORM 1 FROM (SELECT DISTINCT organization_id, program_id, code FROM new_rows) n
  JOIN codes c ON c.organization_id = n.organization_id AND c.program_id = n.program_id AND c.code = n.code ORDER BY c.code FOR NO KEY UPDATE OF c;
  UPDATE codes c SET used = used - n.returned
  FROM (SELECT organization_id, program_id, code, count(*) AS returned FROM new_rows WHERE status = 'RETURNED' GROUP BY 1, 2, 3) n
  WHERE c.organization_id = n.organization_id AND c.program_id = n.program_id AND c.code = n.code;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER code_redemptions_returned AFTER UPDATE ON code_redemptions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION return_code_uses();
