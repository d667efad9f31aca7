-- Whoever's value, counters or completions change is queued for the leaderboards that measure it, in the same transaction. Where an organization has none, a
-- single lookup says so.
CREATE OR REPLACE FUNCTION queue_earned_for_leaderboards() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM leaderboards l WHERE l.organization_id IN (SELECT organization_id FROM new_entries) AND l.status = 'ACTIVE' AND l.measure = 'EARNED') THEN
    RETURN NULL;
  END IF;
  INSERT INTO leaderboard_queue (organization_id, leaderboard_id, participant_id, queued_at)
  SELECT p.organization_id, l.id, p.account_id, min(p.created_at)
  FROM (
    SELECT e.organization_id, e.program_id, e.created_at, unnest(e.account_types) AS account_type, unnest(e.accounts) AS account_id, unnest(e.assets) AS asset_id
    FROM new_entries e WHERE e.type IN ('CREDIT', 'SETTLE', 'VOID', 'TAKE_BACK')) p
  JOIN leaderboards l ON l.organization_id = p.organization_id AND l.program_id = p.program_id AND l.asset_id = p.asset_id
    AND l.status = 'ACTIVE' AND l.measure = 'EARNED'
  WHERE p.account_type = 'PARTICIPANT' GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER journal_entries_ranked AFTER INSERT ON journal_entries
  REFERENCING NEW TABLE AS new_entries FOR EACH STATEMENT EXECUTE FUNCTION queue_earned_for_leaderboards();

CREATE OR REPLACE FUNCTION queue_counters_for_leaderboards() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM leaderboards l WHERE l.organization_id IN (SELECT organization_id FROM new_rows) AND l.status = 'ACTIVE' AND l.measure = 'COUNTER') THEN
    RETURN NULL;
  END IF;
  INSERT INTO leaderboard_queue (organization_id, leaderboard_id, participant_id, queued_at)
  SELECT h.organization_id, l.id, h.subject_id, min(h.created_at)
  FROM new_rows h JOIN leaderboards l ON l.organization_id = h.organization_id AND l.counter_key = h.key AND l.status = 'ACTIVE' AND l.measure = 'COUNTER'
  WHERE h.state_type = 'COUNTER' AND h.subject_type = 'PARTICIPANT' AND h.operation <> 'AUTO_RESET' GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER state_history_ranked AFTER INSERT ON state_history
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_counters_for_leaderboards();

CREATE OR REPLACE FUNCTION queue_completions_for_leaderboards() RETURNS trigger LANGUAGE plpgsql
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM leaderboards l WHERE l.organization_id IN (SELECT organization_id FROM new_rows) AND l.status = 'ACTIVE' AND l.measure = 'CHALLENGE') THEN
    RETURN NULL;
  END IF;
  INSERT INTO leaderboard_queue (organization_id, leaderboard_id, participant_id, queued_at)
  SELECT d.organization_id, l.id, d.participant_id, min(coalesce(d.revoked_at, d.completed_at))
  FROM new_rows d JOIN leaderboards l ON l.organization_id = d.organization_id AND l.challenge_id = d.challenge_id AND l.status = 'ACTIVE' AND l.measure = 'CHALLENGE'
  WHERE d.part = 100 GROUP BY 1, 2, 3;
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER challenge_completions_ranked AFTER INSERT ON challenge_completions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_completions_for_leaderboards();
-- What is revoked, or reached anew.
CREATE OR REPLACE TRIGGER challenge_completions_ranked_anew AFTER UPDATE ON challenge_completions
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION queue_completions_for_leaderboards();

-- Whoever joins a group or leaves it appears in its leaderboards, or disappears from them.
CREATE OR REPLACE FUNCTION queue_member_for_leaderboards() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO leaderboard_queue (organization_id, leaderboard_id, participant_id, queued_at)
  SELECT NEW.organization_id, l.id, NEW.participant_id, NEW.updated_at FROM leaderboards l
  WHERE l.organization_id = NEW.organization_id AND l.group_id = NEW.group_id AND l.status = 'ACTIVE';
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER group_members_ranked AFTER INSERT OR UPDATE OF left_at ON group_members
  FOR EACH ROW EXECUTE FUNCTION queue_member_for_leaderboards();
