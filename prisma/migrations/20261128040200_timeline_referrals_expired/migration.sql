-- Finds the referrals of whoever brought friends that came to nothing, by when. Unique, as the id is.
CREATE UNIQUE INDEX CONCURRENTLY referrals_referrer_expired_idx ON referrals (organization_id, referrer_id, expired_at, id) WHERE expired_at IS NOT NULL;
