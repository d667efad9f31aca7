/** Reads leaderboards, their seasons and what was won in those: one, or a page at a time. */
import type { ListLeaderboards } from '@/contract/leaderboard';
import type { ListLeaderboardResults, ListLeaderboardSeasons } from '@/contract/leaderboard-rank';
import { DomainError } from '@/domain/errors';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findLeaderboard,
  findLeaderboardForUpdate,
  listLeaderboardRows,
  type NamedLeaderboardRow,
} from '@/server/db/repositories/leaderboards/leaderboards';
import { listResultRows, type ResultRow } from '@/server/db/repositories/leaderboards/results';
import { findSeason, lastFrozenSeason, lastSeason, listSeasonRows, type SeasonRow } from '@/server/db/repositories/leaderboards/seasons';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';

/** @throws DomainError not_found. */
export const getLeaderboard = async (ctx: Ctx, id: string): Promise<NamedLeaderboardRow> =>
  (await findLeaderboard(ctx.organization.id, id)) ?? unknownLeaderboard();

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getLeaderboardForUpdate = async (ctx: Ctx, tx: Tx, id: string): Promise<NamedLeaderboardRow> =>
  (await findLeaderboardForUpdate(tx, ctx.organization.id, id)) ?? unknownLeaderboard();

export const listLeaderboards = (ctx: Ctx, query: ListLeaderboards): Promise<KeysetPage<NamedLeaderboardRow>> =>
  listLeaderboardRows(ctx.organization.id, query);

/** @throws DomainError not_found. */
export async function listSeasons(ctx: Ctx, query: ListLeaderboardSeasons): Promise<KeysetPage<SeasonRow>> {
  await getLeaderboard(ctx, query.id);
  return listSeasonRows(ctx.organization.id, query);
}

/** The one that is asked for, else the present one. @throws DomainError not_found (leaderboard, season). */
export async function getSeason(ctx: Ctx, leaderboardId: string, season: string | undefined): Promise<SeasonRow> {
  const place = [ctx.organization.id, leaderboardId] as const;
  const found = season === undefined ? await lastSeason(...place) : await findSeason(...place, season);
  if (found) return found;
  await getLeaderboard(ctx, leaderboardId);
  throw new DomainError('not_found', 'The leaderboard has no such season.', { param: 'season' });
}

/** Of the season that is asked for, else of the last that is over; none while none is. @throws DomainError not_found (leaderboard, season). */
export async function listResults(ctx: Ctx, { season, ...query }: ListLeaderboardResults): Promise<KeysetPage<ResultRow>> {
  const of =
    season === undefined
      ? await lastFrozenSeason(ctx.organization.id, (await getLeaderboard(ctx, query.id)).id)
      : await getSeason(ctx, query.id, season);
  return of === null ? { rows: [], nextCursor: null } : listResultRows(ctx.organization.id, { ...query, season: of.season });
}

function unknownLeaderboard(): never {
  throw new DomainError('not_found', 'There is no such leaderboard in your organization.', { param: 'id' });
}
