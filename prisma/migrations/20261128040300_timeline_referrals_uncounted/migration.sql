-- Finds the friends of whoever brought them who qualified without counting, by when. Unique, as the id is.
CREATE UNIQUE INDEX CONCURRENTLY referrals_referrer_uncounted_idx ON referrals (organization_id, referrer_id, qualified_at, id) WHERE qualified_at IS NOT NULL AND NOT rewarded;
