/**
 * Scores participants from the facts: what rules gave them by the ledger, how their counters rose by the history of those, or what they completed of
 * a challenge. Whatever the order in which they are scored, and however often, a score is the same; it is written where it differs.
 */
import type { MeasureType } from '@/domain/leaderboards/leaderboard';
import type { Tx } from '@/server/db/transaction';
import { measuredBy, type ClaimedLeaderboard } from './scoring-claim';

export interface ChangedScore {
  season: string;
  /** Null: the participant was not ranked, or is not any more. */
  before: string | null;
  after: string | null;
}

/** An entry `e` of a rule, or one that voids or takes back what a rule had given the account of `a` under the same reference. */
const OF_RULES = `(e.rule_id IS NOT NULL OR (e.type IN ('VOID', 'TAKE_BACK') AND EXISTS (
  SELECT 1 FROM journal_entries given WHERE given.organization_id = e.organization_id AND given.reference_id = e.reference_id
    AND given.program_id = e.program_id AND given.type = 'CREDIT' AND given.rule_id IS NOT NULL AND a.account_id = ANY (given.accounts))))`;

/** What the participant `w` gained in a season `s`, of the asset, the counter or the challenge that is `$4`. */
const GAINED: Readonly<Record<MeasureType, string>> = {
  EARNED: `
    SELECT sum(a.amount) AS score, max(e.created_at) AS reached_at FROM account_entries a
    JOIN journal_entries e ON e.organization_id = a.organization_id AND e.id = a.entry_id
    WHERE a.organization_id = $1 AND a.account_id = w.participant_id AND a.program_id = $5 AND a.asset_id = $4::uuid
      AND a.entry_id >= first_id_at(s.starts_at) AND a.entry_id < first_id_at(coalesce(s.ends_at, 'infinity'))
      AND e.type IN ('CREDIT', 'SETTLE', 'VOID', 'TAKE_BACK') AND ${OF_RULES}`,
  COUNTER: `
    SELECT sum(coalesce((h.new_value #>> '{}')::numeric, 0) - coalesce((h.old_value #>> '{}')::numeric, 0)) AS score, max(h.created_at) AS reached_at
    FROM state_history h WHERE h.organization_id = $1 AND h.subject_id = w.participant_id AND h.subject_type = 'PARTICIPANT' AND $5::uuid IS NOT NULL
      AND h.state_type = 'COUNTER' AND h.key = $4::text AND h.operation <> 'AUTO_RESET'
      AND h.created_at >= s.starts_at AND h.created_at < coalesce(s.ends_at, 'infinity')`,
  // What is taken back once the season is over counts in it even so, and when it is completed anew, that counts for itself.
  CHALLENGE: `
    SELECT count(*) FILTER (WHERE times.revoked_at IS NULL)::numeric AS score, max(greatest(times.completed_at, times.revoked_at)) AS reached_at
    FROM challenge_completions d CROSS JOIN LATERAL (
      SELECT t.completed_at, CASE WHEN t.revoked_at < coalesce(s.ends_at, 'infinity') THEN t.revoked_at END AS revoked_at FROM (
        VALUES (d.completed_at, d.revoked_at) UNION ALL SELECT * FROM unnest(d.earlier_completed_at, d.earlier_revoked_at)) t (completed_at, revoked_at)
      WHERE t.completed_at >= s.starts_at AND t.completed_at < coalesce(s.ends_at, 'infinity')) times
    WHERE d.organization_id = $1 AND d.participant_id = w.participant_id AND d.challenge_id = $4::uuid AND d.part = 100 AND $5::uuid IS NOT NULL`,
};

const IS_MEMBER = `EXISTS (SELECT 1 FROM group_members m
  WHERE m.organization_id = $1 AND m.group_id = $6 AND m.participant_id = w.participant_id AND m.left_at IS NULL)`;

const writing = (measure: MeasureType): string => `
  WITH seasons AS MATERIALIZED (
    SELECT season, starts_at, ends_at FROM leaderboard_seasons WHERE organization_id = $1 AND leaderboard_id = $2 AND status = 'OPEN'
  ), gained AS MATERIALIZED (
    SELECT s.season, w.participant_id, g.reached_at,
      CASE WHEN g.score > 0 AND g.score >= coalesce($7::numeric, 0) AND ($6::uuid IS NULL OR ${IS_MEMBER}) THEN g.score END AS score
    FROM unnest($3::uuid[]) AS w (participant_id) CROSS JOIN seasons s CROSS JOIN LATERAL (${GAINED[measure]}) g
  ), changed AS MATERIALIZED (
    SELECT g.*, CASE WHEN b.participant_id IS NOT NULL THEN b.score END AS before FROM gained g LEFT JOIN leaderboard_scores b
      ON b.organization_id = $1 AND b.leaderboard_id = $2 AND b.season = g.season AND b.participant_id = g.participant_id
    WHERE (g.score, CASE WHEN g.score IS NOT NULL THEN g.reached_at END) IS DISTINCT FROM (b.score, b.reached_at)
  ), gone AS (
    DELETE FROM leaderboard_scores t USING changed c WHERE t.organization_id = $1 AND t.leaderboard_id = $2 AND t.season = c.season
      AND t.participant_id = c.participant_id AND c.score IS NULL
  ), written AS (
    INSERT INTO leaderboard_scores (organization_id, leaderboard_id, season, participant_id, score, reached_at)
    SELECT $1, $2, season, participant_id, score, reached_at FROM changed WHERE score IS NOT NULL
    ON CONFLICT (organization_id, leaderboard_id, season, participant_id) DO UPDATE SET score = EXCLUDED.score, reached_at = EXCLUDED.reached_at
  )
  SELECT season, before, score AS after FROM changed WHERE score IS DISTINCT FROM before`;
const WRITING = { EARNED: writing('EARNED'), COUNTER: writing('COUNTER'), CHALLENGE: writing('CHALLENGE') } as const;

/** @returns the scores that are different from before. */
export const writeScores = (tx: Pick<Tx, 'query'>, board: ClaimedLeaderboard, participantIds: readonly string[]): Promise<ChangedScore[]> =>
  tx.query<ChangedScore>(WRITING[board.measure], [
    board.organization_id,
    board.id,
    participantIds,
    measuredBy(board),
    board.program_id,
    board.group_id,
    board.min_score,
  ]);
