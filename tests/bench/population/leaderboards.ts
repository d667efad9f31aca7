/** Fills an organization with a leaderboard that is over, in which many participants were ranked, and the first of them are written down. */
import { literal, type Plan, type Step } from './plan';

const LEADERBOARD = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8dcf';
const KEPT = 1_000;
const BUCKET = 1_500;

export function leaderboardSteps({ organizationId, programId, participants: count, to }: Plan): Step[] {
  const organization = literal(organizationId);
  const leaderboard = literal(LEADERBOARD);
  const at = (time: number): string => `to_timestamp(${time / 1_000})`;
  const [begin, end] = [at(to - 7 * 86_400_000), at(to)];
  return [
    {
      name: 'leaderboards',
      sql: `INSERT INTO leaderboards (id, organization_id, program_id, key, name, status, measure, counter_key, period, starts_at, ends_at, prizes, scan, created_at, updated_at)
        VALUES (${leaderboard}, ${organization}, ${literal(programId)}, 'top', 'Top', 'FROZEN', 'COUNTER', 'ranked', 'NONE', ${begin}, ${end}, '[]', 'DONE', ${begin}, ${end})`,
    },
    {
      name: 'leaderboard seasons',
      sql: `INSERT INTO leaderboard_seasons (organization_id, leaderboard_id, season, starts_at, ends_at, status, frozen_at, participants)
        VALUES (${organization}, ${leaderboard}, 'ALL', ${begin}, ${end}, 'FROZEN', ${end}, ${count})`,
    },
    {
      name: 'leaderboard scores',
      sql: `INSERT INTO leaderboard_scores (organization_id, leaderboard_id, season, participant_id, score, reached_at)
        SELECT ${organization}, ${leaderboard}, 'ALL', p.id, row_number() OVER (ORDER BY p.id), ${begin}
        FROM (SELECT id FROM participants WHERE organization_id = ${organization} ORDER BY id LIMIT ${count}) p`,
    },
    {
      name: 'leaderboard buckets',
      sql: `INSERT INTO leaderboard_buckets (organization_id, leaderboard_id, season, floor, participants)
        SELECT ${organization}, ${leaderboard}, 'ALL', floor(score / ${BUCKET}) * ${BUCKET}, count(*) FROM leaderboard_scores
        WHERE organization_id = ${organization} AND leaderboard_id = ${leaderboard} GROUP BY 4`,
    },
    {
      name: 'leaderboard results',
      sql: `INSERT INTO leaderboard_results (organization_id, leaderboard_id, season, participant_id, rank, score)
        SELECT ${organization}, ${leaderboard}, 'ALL', participant_id, ${count} + 1 - score, score FROM leaderboard_scores
        WHERE organization_id = ${organization} AND leaderboard_id = ${leaderboard} AND score > ${count - KEPT}`,
    },
  ];
}
