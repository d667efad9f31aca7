/** Writes down the first of a season when it is frozen, and lists what they won. */
import type { Prize } from '@/domain/leaderboards/leaderboard';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';
import type { LeaderboardKey } from './scoring-claim';

export interface ResultRow {
  season: string;
  rank: number;
  participant_id: string;
  external_id: string;
  score: string;
  prize: string | null;
  event_id: string | null;
  won_at: Date | null;
}

/** Everybody up to a rank, with the prize of their rank. */
export async function writeResults(
  tx: Pick<Tx, 'query'>,
  { organization_id, id }: LeaderboardKey,
  season: string,
  { prizes, lastRank }: { readonly prizes: readonly Prize[]; readonly lastRank: number },
): Promise<void> {
  await tx.query(
    `INSERT INTO leaderboard_results (organization_id, leaderboard_id, season, participant_id, rank, score, prize)
     SELECT $1, $2, $3, s.participant_id, s.rank, s.score, p.name FROM (
       SELECT participant_id, score, rank() OVER (ORDER BY score DESC) AS rank FROM leaderboard_scores
       WHERE organization_id = $1 AND leaderboard_id = $2 AND season = $3) s
     LEFT JOIN unnest($5::int[], $6::int[], $7::text[]) AS p (from_rank, to_rank, name) ON s.rank BETWEEN p.from_rank AND p.to_rank
     WHERE s.rank <= $4`,
    [
      organization_id,
      id,
      season,
      lastRank,
      prizes.map(({ from_rank }) => from_rank),
      prizes.map(({ to_rank }) => to_rank),
      prizes.map(({ name }) => name),
    ],
  );
}

interface UntoldPrize {
  season: string;
  participant_id: string;
  external_id: string;
  rank: number;
  score: string;
  prize: string;
}

/** Prizes that no event has told of, by season and rank. The leaderboard is locked by the transaction. */
export const untoldPrizes = (tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey, limit: number): Promise<UntoldPrize[]> =>
  tx.query<UntoldPrize>(
    `SELECT r.season, r.participant_id, p.external_id, r.rank, r.score, r.prize FROM (
       SELECT * FROM leaderboard_results WHERE organization_id = $1 AND leaderboard_id = $2 AND prize IS NOT NULL AND event_id IS NULL
       ORDER BY season, rank, participant_id LIMIT $3) r
     JOIN participants p ON p.organization_id = $1 AND p.id = r.participant_id ORDER BY r.season, r.rank, r.participant_id`,
    [organization_id, id, limit],
  );

interface ToldPrize {
  readonly season: string;
  readonly participantId: string;
  readonly eventId: string;
}

export async function recordTold(
  tx: Pick<Tx, 'query'>,
  { organization_id, id }: LeaderboardKey,
  told: readonly ToldPrize[],
  now: Date,
): Promise<void> {
  await tx.query(
    `UPDATE leaderboard_results r SET event_id = t.event_id, won_at = $3 FROM unnest($4::text[], $5::uuid[], $6::uuid[]) AS t (season, participant_id, event_id)
     WHERE r.organization_id = $1 AND r.leaderboard_id = $2 AND r.season = t.season AND r.participant_id = t.participant_id`,
    [
      organization_id,
      id,
      now,
      told.map(({ season }) => season),
      told.map(({ participantId }) => participantId),
      told.map(({ eventId }) => eventId),
    ],
  );
}

const RESULTS: KeysetList<'rank'> = {
  name: 'leaderboard-results',
  select: {
    columns: 'r.season, r.rank, r.participant_id, p.external_id, r.score, r.prize, r.event_id, r.won_at',
    from: 'leaderboard_results r JOIN participants p ON p.organization_id = r.organization_id AND p.id = r.participant_id',
  },
  sorts: { rank: [{ sql: 'r.rank', type: 'integer' }] },
  id: { sql: 'r.participant_id', type: 'uuid' },
};

interface ResultsQuery extends PageRequest<'rank'> {
  id: string;
  season: string;
  won?: boolean | undefined;
}

export const listResultRows = (organizationId: string, query: ResultsQuery): Promise<KeysetPage<ResultRow>> =>
  keysetPage<ResultRow, 'rank'>(RESULTS, {
    organizationId,
    query: { ...query },
    where: [
      equals('r.organization_id', organizationId),
      equals('r.leaderboard_id', query.id),
      equals('r.season', query.season),
      ...(query.won === undefined ? [] : [() => `r.prize IS ${query.won ? 'NOT ' : ''}NULL`]),
    ],
  });
