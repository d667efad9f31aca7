-- Referrers count their friends with what becomes of them, in one order.
CREATE OR REPLACE FUNCTION count_bound_referrals() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  PERFORM 1 FROM (SELECT DISTINCT organization_id, referral_program_id, referrer_id FROM new_rows) n
  JOIN referrers r ON r.organization_id = n.organization_id AND r.referral_program_id = n.referral_program_id AND r.participant_id = n.referrer_id
  ORDER BY r.referral_program_id, r.participant_id FOR NO KEY UPDATE OF r;
  UPDATE referrers r SET bound = r.bound + n.bound, updated_at = greatest(r.updated_at, n.updated_at)
  FROM (SELECT organization_id, referral_program_id, referrer_id, count(*) AS bound, max(updated_at) AS updated_at FROM new_rows GROUP BY 1, 2, 3) n
  WHERE r.organization_id = n.organization_id AND r.referral_program_id = n.referral_program_id AND r.participant_id = n.referrer_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER referrals_counted AFTER INSERT ON referrals
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_bound_referrals();

CREATE OR REPLACE FUNCTION count_qualified_referrals() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM new_rows WHERE qualified_at IS NOT NULL) THEN
    RETURN NULL;
  END IF;
  PERFORM 1 FROM (SELECT DISTINCT organization_id, referral_program_id, referrer_id FROM new_rows WHERE qualified_at IS NOT NULL) n
  JOIN referrers r ON r.organization_id = n.organization_id AND r.referral_program_id = n.referral_program_id AND r.participant_id = n.referrer_id
  ORDER BY r.referral_program_id, r.participant_id FOR NO KEY UPDATE OF r;
  UPDATE referrers r SET qualified = r.qualified + n.qualified, rewarded = r.rewarded + n.rewarded, updated_at = greatest(r.updated_at, n.updated_at)
  FROM (SELECT organization_id, referral_program_id, referrer_id, max(updated_at) AS updated_at,
      sum(CASE status WHEN 'QUALIFIED' THEN 1 ELSE -1 END) AS qualified,
      sum(CASE WHEN NOT rewarded THEN 0 WHEN status = 'QUALIFIED' THEN 1 ELSE -1 END) AS rewarded
    FROM new_rows WHERE qualified_at IS NOT NULL GROUP BY 1, 2, 3) n
  WHERE r.organization_id = n.organization_id AND r.referral_program_id = n.referral_program_id AND r.participant_id = n.referrer_id;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER referrals_qualified_counted AFTER UPDATE ON referrals
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION count_qualified_referrals();
