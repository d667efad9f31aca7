/** States what must always hold of leaderboards: buckets count the scores, scores follow from the facts, and each prize is told of once. */
import type { Invariant } from './invariants';

/** Of one participant and season, as directly as it can be said: all entries and changes within the window, summed up. */
const FACTS = `
  SELECT l.organization_id, l.id AS leaderboard_id, s.season, p.id AS participant_id, CASE l.measure
    WHEN 'EARNED' THEN (
      SELECT sum(line.amount) FROM journal_entries e CROSS JOIN LATERAL postings_of(e) line
      WHERE e.organization_id = l.organization_id AND e.program_id = l.program_id AND line.account_id = p.id AND line.asset_id = l.asset_id
        AND e.created_at >= s.starts_at AND (s.ends_at IS NULL OR e.created_at < s.ends_at)
        AND ((e.type IN ('CREDIT', 'SETTLE') AND e.rule_id IS NOT NULL) OR (e.type IN ('VOID', 'TAKE_BACK') AND (e.rule_id IS NOT NULL OR EXISTS (
          SELECT 1 FROM journal_entries g WHERE g.organization_id = e.organization_id AND g.program_id = e.program_id AND g.reference_id = e.reference_id
            AND g.type = 'CREDIT' AND g.rule_id IS NOT NULL AND p.id = ANY (g.accounts))))))
    WHEN 'COUNTER' THEN (
      SELECT sum(coalesce((h.new_value #>> '{}')::numeric, 0) - coalesce((h.old_value #>> '{}')::numeric, 0)) FROM state_history h
      WHERE h.organization_id = l.organization_id AND h.subject_id = p.id AND h.state_type = 'COUNTER' AND h.key = l.counter_key
        AND h.operation <> 'AUTO_RESET' AND h.created_at >= s.starts_at AND (s.ends_at IS NULL OR h.created_at < s.ends_at))
    ELSE (
      SELECT count(*) FROM events e CROSS JOIN LATERAL (SELECT e.event_data ->> 'completion_id' || '/' || (e.event_data ->> 'attempt') AS key) done
      WHERE e.organization_id = l.organization_id AND e.program_id = l.program_id AND e.participant_id = p.id AND e.event_data ->> 'type' = 'challenge.completed'
        AND e.event_data ->> 'challenge_id' = l.challenge_id::text AND e.event_timestamp >= s.starts_at AND (s.ends_at IS NULL OR e.event_timestamp < s.ends_at)
        AND NOT EXISTS (SELECT 1 FROM events r WHERE r.organization_id = e.organization_id AND r.program_id = e.program_id
          AND r.idempotency_key = 'service:challenge/' || done.key || '/REVOKED' AND (s.ends_at IS NULL OR r.event_timestamp < s.ends_at))) END AS score
  FROM leaderboards l JOIN leaderboard_seasons s ON s.organization_id = l.organization_id AND s.leaderboard_id = l.id
  JOIN participants p ON p.organization_id = l.organization_id
  WHERE l.status = 'ACTIVE' AND s.status = 'OPEN' AND l.scan = 'DONE'
    AND NOT EXISTS (SELECT 1 FROM leaderboard_queue q WHERE q.organization_id = l.organization_id AND q.leaderboard_id = l.id)
    AND (l.group_id IS NULL OR EXISTS (SELECT 1 FROM group_members m WHERE m.organization_id = l.organization_id AND m.group_id = l.group_id
      AND m.participant_id = p.id AND m.left_at IS NULL))`;

/** @param of the condition that rows belong to the organizations being checked. */
export const leaderboardInvariants = (of: (alias: string) => string): readonly Invariant[] => [
  {
    name: 'the scores of a leaderboard for which nobody waits are those of the facts',
    broken: `SELECT coalesce(f.leaderboard_id, t.leaderboard_id), coalesce(f.season, t.season), coalesce(f.participant_id, t.participant_id), f.score, t.score AS stored
      FROM (SELECT f.* FROM (${FACTS}) f JOIN leaderboards l ON l.organization_id = f.organization_id AND l.id = f.leaderboard_id
        WHERE ${of('f')} AND f.score > 0 AND f.score >= coalesce(l.min_score, 0)) f
      FULL JOIN (SELECT t.* FROM leaderboard_scores t JOIN leaderboards l ON l.organization_id = t.organization_id AND l.id = t.leaderboard_id
        JOIN leaderboard_seasons s ON s.organization_id = t.organization_id AND s.leaderboard_id = t.leaderboard_id AND s.season = t.season
        WHERE ${of('t')} AND l.status = 'ACTIVE' AND s.status = 'OPEN' AND l.scan = 'DONE'
          AND NOT EXISTS (SELECT 1 FROM leaderboard_queue q WHERE q.organization_id = l.organization_id AND q.leaderboard_id = l.id)) t
        ON (t.organization_id, t.leaderboard_id, t.season, t.participant_id) = (f.organization_id, f.leaderboard_id, f.season, f.participant_id)
      WHERE f.score IS DISTINCT FROM t.score`,
  },
  {
    name: 'each bucket counts the scores from its floor up to the next, and a season all of them',
    broken: `SELECT s.leaderboard_id, s.season, s.participants, b.floor, b.participants AS counted, b.really FROM leaderboard_seasons s
      LEFT JOIN LATERAL (SELECT b.floor, b.participants, (SELECT count(*) FROM leaderboard_scores t WHERE t.organization_id = s.organization_id
            AND t.leaderboard_id = s.leaderboard_id AND t.season = s.season AND t.score >= b.floor AND t.score < b.ceiling) AS really
        FROM (SELECT floor, participants, coalesce(lead(floor) OVER (ORDER BY floor), 'Infinity') AS ceiling FROM leaderboard_buckets
          WHERE organization_id = s.organization_id AND leaderboard_id = s.leaderboard_id AND season = s.season) b) b ON true
      WHERE ${of('s')} AND (b.participants <> b.really OR s.participants <> (SELECT count(*) FROM leaderboard_scores t
        WHERE t.organization_id = s.organization_id AND t.leaderboard_id = s.leaderboard_id AND t.season = s.season))`,
  },
  {
    name: 'the results of a frozen season are its first ranks',
    broken: `SELECT r.leaderboard_id, r.season, r.participant_id, r.rank FROM leaderboard_results r
      LEFT JOIN (SELECT organization_id, leaderboard_id, season, participant_id, score,
          rank() OVER (PARTITION BY organization_id, leaderboard_id, season ORDER BY score DESC) AS rank FROM leaderboard_scores) t
        ON (t.organization_id, t.leaderboard_id, t.season, t.participant_id) = (r.organization_id, r.leaderboard_id, r.season, r.participant_id)
      WHERE ${of('r')} AND (r.rank, r.score) IS DISTINCT FROM (t.rank, t.score)`,
  },
  {
    name: 'a prize that was told of has one event, about its participant',
    broken: `SELECT r.leaderboard_id, r.season, r.participant_id, told.count FROM leaderboard_results r
      CROSS JOIN LATERAL (SELECT count(*) FROM events e WHERE e.organization_id = r.organization_id AND e.participant_id = r.participant_id
        AND e.event_data ->> 'type' = 'leaderboard.prize' AND e.event_data ->> 'leaderboard_id' = r.leaderboard_id::text
        AND e.event_data ->> 'season' = r.season AND e.id IS NOT DISTINCT FROM r.event_id) told
      WHERE ${of('r')} AND told.count <> (r.event_id IS NOT NULL)::int`,
  },
  {
    name: 'an event of a prize has its result',
    broken: `SELECT e.id FROM events e WHERE ${of('e')} AND e.event_type = 'SYSTEM' AND e.event_data ->> 'type' = 'leaderboard.prize'
      AND NOT EXISTS (SELECT 1 FROM leaderboard_results r WHERE r.organization_id = e.organization_id AND r.event_id = e.id)`,
  },
];
