/** Keeps how many scores there are in each bucket of a season. Only whoever has claimed the leaderboard writes them. */
import type { ScoreBucket } from '@/domain/leaderboards/buckets';
import { amountOf, type Amount } from '@/domain/money';
import type { Tx } from '@/server/db/transaction';
import type { LeaderboardKey } from './scoring-claim';

/** Lowest first. */
export async function loadBuckets(tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey, season: string): Promise<ScoreBucket[]> {
  const rows = await tx.query<{ floor: string; participants: number }>(
    `SELECT floor, participants FROM leaderboard_buckets WHERE organization_id = $1 AND leaderboard_id = $2 AND season = $3 ORDER BY floor`,
    [organization_id, id, season],
  );
  return rows.map(({ floor, participants }) => ({ floor: amountOf(floor), participants }));
}

export async function writeBuckets(
  tx: Pick<Tx, 'query'>,
  { organization_id, id }: LeaderboardKey,
  season: string,
  { written, gone }: { readonly written: readonly ScoreBucket[]; readonly gone: readonly Amount[] },
): Promise<void> {
  const place = [organization_id, id, season];
  if (gone.length > 0) {
    await tx.query(
      'DELETE FROM leaderboard_buckets WHERE organization_id = $1 AND leaderboard_id = $2 AND season = $3 AND floor = ANY ($4::numeric[])',
      [...place, gone.map((floor) => floor.toFixed())],
    );
  }
  if (written.length > 0) {
    await tx.query(
      `INSERT INTO leaderboard_buckets (organization_id, leaderboard_id, season, floor, participants) SELECT $1, $2, $3, * FROM unnest($4::numeric[], $5::int[])
       ON CONFLICT (organization_id, leaderboard_id, season, floor) DO UPDATE SET participants = EXCLUDED.participants`,
      [...place, written.map(({ floor }) => floor.toFixed()), written.map(({ participants }) => participants)],
    );
  }
}

const WITHIN = `FROM leaderboard_scores
  WHERE organization_id = $1 AND leaderboard_id = $2 AND season = $3 AND score >= $4 AND score < coalesce($5::numeric, 'Infinity')`;

/** The median where something lies below it, else the next score: both parts have some. */
const SPLIT_POINT = `
  SELECT point.at, (SELECT count(*)::int ${WITHIN} AND score >= point.at) AS upper FROM (
    SELECT CASE WHEN middle.score > ends.lowest THEN middle.score ELSE (SELECT min(score) ${WITHIN} AND score > ends.lowest) END AS at
    FROM (SELECT (SELECT min(score) ${WITHIN}) AS lowest, (SELECT max(score) ${WITHIN}) AS highest) ends
    CROSS JOIN LATERAL (SELECT score ${WITHIN} ORDER BY score OFFSET (SELECT count(*) / 2 ${WITHIN}) LIMIT 1) middle
    WHERE ends.lowest < ends.highest) point`;

/** Where a bucket divides, and how many are from there on; null: all have the same score. */
export async function splitPoint(
  tx: Pick<Tx, 'query'>,
  { organization_id, id }: LeaderboardKey,
  season: string,
  { floor, ceiling }: { readonly floor: Amount; readonly ceiling: Amount | null },
): Promise<{ readonly at: Amount; readonly upper: number } | null> {
  const [row] = await tx.query<{ at: string; upper: number }>(SPLIT_POINT, [
    organization_id,
    id,
    season,
    floor.toFixed(),
    ceiling?.toFixed() ?? null,
  ]);
  return row ? { at: amountOf(row.at), upper: row.upper } : null;
}
