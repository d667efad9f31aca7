/** Reads ranks: those of a page, of one participant with those around, and of all as a file. Each is read as of a single moment. */
import { mergedPage, type KeysetPage } from '@/server/db/keyset';
import { snapshotRows } from '@/server/db/snapshot';
import { statement } from '@/server/db/transaction';

/** A row of a part of a season, highest first. */
export interface PartRow {
  participant_id: string;
  external_id: string;
  score: string;
  reached_at: Date;
  /** Of the first two different scores of the part; null of others. */
  rank: number | null;
}

export interface RankedRow extends PartRow {
  rank: number;
}

interface SeasonPlace {
  readonly organizationId: string;
  readonly leaderboardId: string;
  readonly season: string;
}
const valuesOf = ({ organizationId, leaderboardId, season }: SeasonPlace): unknown[] => [organizationId, leaderboardId, season];

/**
 * The rank of a score, as SQL: 1, the buckets above its own, and the higher scores within that.
 * @param of the condition that a row belongs to the season, by the alias of its table.
 */
export const rankBy = (score: string, of: (alias: string) => string): string => {
  const above = `FROM leaderboard_buckets b WHERE ${of('b')} AND b.floor > ${score}`;
  return `(1 + (SELECT coalesce(sum(b.participants), 0) ${above}) + (
    SELECT count(*) FROM leaderboard_scores h
    WHERE ${of('h')} AND h.score > ${score} AND h.score < coalesce((SELECT min(b.floor) ${above}), 'Infinity')))::int`;
};

const OF_SEASON = 'organization_id = $1 AND leaderboard_id = $2 AND season = $3';
const inSeason = (alias: string): string => `${alias}.organization_id = $1 AND ${alias}.leaderboard_id = $2 AND ${alias}.season = $3`;

/** @param part statement of the rows that are read. */
const ranked = (part: string): string => `
  WITH part AS MATERIALIZED (${part}),
  firsts AS MATERIALIZED (SELECT d.score, ${rankBy('d.score', inSeason)} AS rank FROM (SELECT DISTINCT score FROM part ORDER BY score DESC LIMIT 2) d)
  SELECT p.participant_id, m.external_id, p.score, p.reached_at, f.rank FROM part p JOIN participants m ON m.organization_id = $1 AND m.id = p.participant_id
  LEFT JOIN firsts f ON f.score = p.score ORDER BY p.score DESC, p.participant_id DESC`;

const scoresIn = (condition: string, order: 'ASC' | 'DESC', limit: string): string =>
  `SELECT participant_id, score, reached_at FROM leaderboard_scores WHERE ${OF_SEASON}${condition} ORDER BY score ${order}, participant_id ${order} LIMIT ${limit}`;

const FIRST_PAGE = ranked(scoresIn('', 'DESC', '$4'));
const NEXT_PAGE = ranked(scoresIn(' AND (score, participant_id) < ($5::numeric, $6::uuid)', 'DESC', '$4'));

export const listRankRows = (
  place: SeasonPlace,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<KeysetPage<PartRow>> =>
  mergedPage<PartRow>(
    {
      name: 'leaderboard-ranks',
      keys: 2,
      organizationId: place.organizationId,
      query: { limit, cursor, leaderboard: place.leaderboardId, season: place.season },
    },
    (after, rows) =>
      after === null
        ? statement<PartRow>(FIRST_PAGE, [...valuesOf(place), rows])
        : statement<PartRow>(NEXT_PAGE, [...valuesOf(place), rows, ...after]),
    ({ score, participant_id }) => [score, participant_id],
  );

const OWN = `(SELECT score, participant_id FROM leaderboard_scores WHERE ${OF_SEASON} AND participant_id = $4)`;
const AROUND = ranked(`
  (${scoresIn(` AND (score, participant_id) >= ${OWN}`, 'ASC', '$5')}) UNION ALL (${scoresIn(` AND (score, participant_id) < ${OWN}`, 'DESC', '$6')})`);

/** The participant with those directly before and behind; none when the participant is not ranked. */
export const ranksAround = (place: SeasonPlace, participantId: string, each: number): Promise<PartRow[]> =>
  statement<PartRow>(AROUND, [...valuesOf(place), participantId, each + 1, each]);

/** The next score above; null for the highest. */
export async function scoreAbove(place: SeasonPlace, score: string): Promise<string | null> {
  const [row] = await statement<{ above: string | null }>(
    `SELECT min(score) AS above FROM leaderboard_scores WHERE ${OF_SEASON} AND score > $4`,
    [...valuesOf(place), score],
  );
  return row?.above ?? null;
}

/** All of a season, highest first, as of a single moment. */
export const everyRankRow = (place: SeasonPlace): AsyncIterable<RankedRow[]> =>
  snapshotRows<RankedRow>(place.organizationId, {
    text: `SELECT s.participant_id, m.external_id, s.score, s.reached_at, s.rank FROM (
        SELECT participant_id, score, reached_at, rank() OVER (ORDER BY score DESC)::int AS rank FROM leaderboard_scores WHERE ${OF_SEASON}) s
      JOIN participants m ON m.organization_id = $1 AND m.id = s.participant_id ORDER BY s.rank, s.participant_id DESC`,
    values: valuesOf(place),
  });
