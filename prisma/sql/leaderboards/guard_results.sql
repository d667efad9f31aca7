-- What was frozen stays as it is; only the event of a prize is added, once.
CREATE OR REPLACE FUNCTION guard_leaderboard_result() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.event_id IS NOT NULL
     OR (NEW.organization_id, NEW.leaderboard_id, NEW.season, NEW.participant_id, NEW.rank, NEW.score, NEW.prize)
        IS DISTINCT FROM (OLD.organization_id, OLD.leaderboard_id, OLD.season, OLD.participant_id, OLD.rank, OLD.score, OLD.prize) THEN
    RAISE EXCEPTION 'the result of a leaderboard does not change' USING ERRCODE = 'check_violation', CONSTRAINT = 'leaderboard_results_final';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER leaderboard_results_final BEFORE UPDATE ON leaderboard_results
  FOR EACH ROW EXECUTE FUNCTION guard_leaderboard_result();

CREATE OR REPLACE FUNCTION guard_leaderboard_season() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the season % is frozen', OLD.season USING ERRCODE = 'check_violation', CONSTRAINT = 'leaderboard_seasons_final';
END $$;

CREATE OR REPLACE TRIGGER leaderboard_seasons_final BEFORE UPDATE ON leaderboard_seasons
  FOR EACH ROW WHEN (OLD.status = 'FROZEN') EXECUTE FUNCTION guard_leaderboard_season();
