/** Reads and writes the seasons of leaderboards. */
import { only } from '@/domain/assert';
import type { Season } from '@/domain/leaderboards/leaderboard';
import { equals, keysetPage, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import { statement, type Tx } from '@/server/db/transaction';
import type { LeaderboardKey } from './scoring-claim';

export interface SeasonRow {
  season: string;
  starts_at: Date;
  ends_at: Date | null;
  status: 'OPEN' | 'FROZEN';
  frozen_at: Date | null;
  participants: number;
}

const COLUMNS = 's.season, s.starts_at, s.ends_at, s.status, s.frozen_at, s.participants';
const OF = `SELECT ${COLUMNS} FROM leaderboard_seasons s WHERE s.organization_id = $1 AND s.leaderboard_id = $2`;

const SEASONS: KeysetList<'starts_at'> = {
  name: 'leaderboard-seasons',
  select: { columns: COLUMNS, from: 'leaderboard_seasons s' },
  sorts: { starts_at: [] },
  id: { sql: 's.starts_at', type: 'timestamptz' },
};

export const listSeasonRows = (
  organizationId: string,
  query: PageRequest<'starts_at'> & { readonly id: string },
): Promise<KeysetPage<SeasonRow>> =>
  keysetPage<SeasonRow, 'starts_at'>(SEASONS, {
    organizationId,
    query: { ...query },
    where: [equals('s.organization_id', organizationId), equals('s.leaderboard_id', query.id)],
  });

export async function findSeason(organizationId: string, leaderboardId: string, season: string): Promise<SeasonRow | null> {
  const [row] = await statement<SeasonRow>(`${OF} AND s.season = $3`, [organizationId, leaderboardId, season]);
  return row ?? null;
}

/** The latest; as a season is begun only when its time has come, that is the present one. */
export async function lastSeason(organizationId: string, leaderboardId: string): Promise<SeasonRow | null> {
  const [row] = await statement<SeasonRow>(`${OF} ORDER BY s.starts_at DESC LIMIT 1`, [organizationId, leaderboardId]);
  return row ?? null;
}

export async function lastFrozenSeason(organizationId: string, leaderboardId: string): Promise<SeasonRow | null> {
  const [row] = await statement<SeasonRow>(`${OF} AND s.status = 'FROZEN' ORDER BY s.starts_at DESC LIMIT 1`, [
    organizationId,
    leaderboardId,
  ]);
  return row ?? null;
}

/** Earliest first. */
export const openSeasons = (tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey): Promise<SeasonRow[]> =>
  tx.query<SeasonRow>(`${OF} AND s.status = 'OPEN' ORDER BY s.starts_at`, [organization_id, id]);

/** @returns the season as it is stored. */
export async function insertSeason(tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey, season: Season): Promise<SeasonRow> {
  return only(
    await tx.query<SeasonRow>(
      `INSERT INTO leaderboard_seasons AS s (organization_id, leaderboard_id, season, starts_at, ends_at, status) VALUES ($1, $2, $3, $4, $5, 'OPEN')
       RETURNING ${COLUMNS}`,
      [organization_id, id, season.season, season.startsAt, season.endsAt],
    ),
  );
}

/** Moves the end of a leaderboard's only season. */
export async function moveSeasonEnd(tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey, endsAt: Date | null): Promise<void> {
  await tx.query('UPDATE leaderboard_seasons SET ends_at = $3 WHERE organization_id = $1 AND leaderboard_id = $2', [
    organization_id,
    id,
    endsAt,
  ]);
}

export async function recordParticipants(
  tx: Pick<Tx, 'query'>,
  { organization_id, id }: LeaderboardKey,
  season: string,
  participants: number,
): Promise<void> {
  await tx.query('UPDATE leaderboard_seasons SET participants = $4 WHERE organization_id = $1 AND leaderboard_id = $2 AND season = $3', [
    organization_id,
    id,
    season,
    participants,
  ]);
}

/** @returns how many are ranked in it. */
export async function freezeSeason(
  tx: Pick<Tx, 'query'>,
  { organization_id, id }: LeaderboardKey,
  season: string,
  now: Date,
): Promise<number> {
  const rows = await tx.query<{ participants: number }>(
    `UPDATE leaderboard_seasons SET status = 'FROZEN', frozen_at = $4 WHERE organization_id = $1 AND leaderboard_id = $2 AND season = $3 RETURNING participants`,
    [organization_id, id, season, now],
  );
  return only(rows).participants;
}

const OF_OPEN = `t.organization_id = $1 AND t.leaderboard_id = $2
  AND t.season IN (SELECT s.season FROM leaderboard_seasons s WHERE s.organization_id = $1 AND s.leaderboard_id = $2 AND s.status = 'OPEN')`;

/** Forgets the scores of the seasons that are not frozen, to be counted anew. */
export async function emptyOpenSeasons(tx: Pick<Tx, 'query'>, { organization_id, id }: LeaderboardKey): Promise<void> {
  const key = [organization_id, id];
  await tx.query(`DELETE FROM leaderboard_scores t WHERE ${OF_OPEN}`, key);
  await tx.query(`DELETE FROM leaderboard_buckets t WHERE ${OF_OPEN}`, key);
  await tx.query(`UPDATE leaderboard_seasons t SET participants = 0 WHERE ${OF_OPEN}`, key);
}
