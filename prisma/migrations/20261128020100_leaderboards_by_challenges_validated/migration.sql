-- Reads the tables while others read and write them.
ALTER TABLE leaderboards VALIDATE CONSTRAINT leaderboards_measure_check;
ALTER TABLE leaderboards VALIDATE CONSTRAINT leaderboards_measure;
ALTER TABLE leaderboards VALIDATE CONSTRAINT leaderboards_challenge;
ALTER TABLE challenge_completions VALIDATE CONSTRAINT challenge_completions_earlier;
