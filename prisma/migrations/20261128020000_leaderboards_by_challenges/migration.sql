-- One more measure: how often participants complete a challenge. Every row was valid before, so all of them still are; the next migration reads
-- them, without these locks.
ALTER TABLE leaderboards ADD COLUMN challenge_id uuid;
ALTER TABLE leaderboards DROP CONSTRAINT leaderboards_measure_check;
ALTER TABLE leaderboards ADD CONSTRAINT leaderboards_measure_check CHECK (measure IN ('COUNTER', 'EARNED', 'CHALLENGE')) NOT VALID;
ALTER TABLE leaderboards DROP CONSTRAINT leaderboards_measure;
ALTER TABLE leaderboards ADD CONSTRAINT leaderboards_measure CHECK (
  (measure = 'COUNTER') = (counter_key IS NOT NULL) AND (measure = 'EARNED') = (asset_id IS NOT NULL) AND (measure = 'CHALLENGE') = (challenge_id IS NOT NULL)
) NOT VALID;
ALTER TABLE leaderboards ADD CONSTRAINT leaderboards_challenge FOREIGN KEY (organization_id, challenge_id) REFERENCES challenges (organization_id, id) NOT VALID;

-- From when until when what is reached anew was reached before: a season that is over counts it even so. Null: it was reached once.
ALTER TABLE challenge_completions ADD COLUMN earlier_completed_at timestamptz(3)[];
ALTER TABLE challenge_completions ADD COLUMN earlier_revoked_at timestamptz(3)[];
ALTER TABLE challenge_completions ADD CONSTRAINT challenge_completions_earlier CHECK (
  cardinality(earlier_completed_at) IS NOT DISTINCT FROM cardinality(earlier_revoked_at) AND coalesce(cardinality(earlier_completed_at), 0) < attempt
) NOT VALID;
