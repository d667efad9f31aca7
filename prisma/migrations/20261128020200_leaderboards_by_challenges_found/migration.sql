-- By what tells that somebody has completed a challenge. Unique, as the leaderboard is: so it is a key like those before it.
CREATE UNIQUE INDEX CONCURRENTLY leaderboards_challenge_idx ON leaderboards (organization_id, challenge_id, id) WHERE status = 'ACTIVE' AND measure = 'CHALLENGE';
