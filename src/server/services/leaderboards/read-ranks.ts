/** Reads who is where in a season, and where a participant is. */
import type { ExportLeaderboardRanks, ListLeaderboardRanks, ReadLeaderboardRank } from '@/contract/leaderboard-rank';
import { present } from '@/domain/assert';
import { ranksOf } from '@/domain/leaderboards/leaderboard';
import { amountOf } from '@/domain/money';
import type { KeysetPage } from '@/server/db/keyset';
import { ranksOfParticipant, type ParticipantRankRow } from '@/server/db/repositories/leaderboards/participant-ranks';
import {
  everyRankRow,
  listRankRows,
  ranksAround,
  scoreAbove,
  type PartRow,
  type RankedRow,
} from '@/server/db/repositories/leaderboards/ranks';
import type { SeasonRow } from '@/server/db/repositories/leaderboards/seasons';
import type { Ctx } from '@/server/platform/context';
import { naming } from '@/server/services/naming';
import { participantId } from '@/server/services/participants/participants';
import { getSeason } from './leaderboards';

const EACH_SIDE = 5;

function withRanks(rows: readonly PartRow[]): RankedRow[] {
  const ranks = ranksOf(rows.map(({ score, rank }) => ({ score: amountOf(score), rank })));
  return rows.map((row, place) => ({ ...row, rank: present(ranks[place], 'every row has a rank') }));
}

/** Of the present season unless another is asked for. @throws DomainError not_found (leaderboard, season). */
export async function listRanks(ctx: Ctx, { id, season, ...query }: ListLeaderboardRanks): Promise<KeysetPage<RankedRow>> {
  const of = await getSeason(ctx, id, season);
  const page = await listRankRows({ organizationId: ctx.organization.id, leaderboardId: id, season: of.season }, query);
  return { ...page, rows: withRanks(page.rows) };
}

export interface RankStanding {
  readonly leaderboardId: string;
  readonly participantId: string;
  readonly season: SeasonRow;
  /** Null: the participant is not ranked. */
  readonly own: RankedRow | null;
  /** The next score above. */
  readonly above: string | null;
  readonly around: readonly RankedRow[];
}

/** @throws DomainError not_found (leaderboard, season, participant). */
export async function readRank(ctx: Ctx, { id, participant_id, season: name }: ReadLeaderboardRank): Promise<RankStanding> {
  const [season, personId] = await Promise.all([getSeason(ctx, id, name), participantId(ctx, participant_id)]);
  const place = { organizationId: ctx.organization.id, leaderboardId: id, season: season.season };
  const around = withRanks(await ranksAround(place, personId, EACH_SIDE));
  const own = around.find((row) => row.participant_id === personId) ?? null;
  const above = own && (await nextAbove(place, own, around));
  return { leaderboardId: id, participantId: personId, season, own, above, around };
}

/** Told by those around, unless as many as there are before have the very same score. */
async function nextAbove(
  place: Parameters<typeof scoreAbove>[0],
  { participant_id, score }: RankedRow,
  around: readonly RankedRow[],
): Promise<string | null> {
  const before = around.slice(
    0,
    around.findIndex((row) => row.participant_id === participant_id),
  );
  const above = before.findLast((row) => !amountOf(row.score).eq(score));
  if (above) return above.score;
  return before.length < EACH_SIDE ? null : scoreAbove(place, score);
}

/** @throws DomainError not_found. */
export const participantLeaderboards = async (ctx: Ctx, reference: string): Promise<ParticipantRankRow[]> =>
  ranksOfParticipant(ctx.organization.id, await participantId(ctx, reference));

/** All of a season, highest first. @throws DomainError not_found (leaderboard, season). */
export async function* everyRank(ctx: Ctx, { leaderboard_id, season }: ExportLeaderboardRanks): AsyncIterable<RankedRow[]> {
  const of = await naming({ id: 'leaderboard_id' }, () => getSeason(ctx, leaderboard_id, season));
  yield* everyRankRow({ organizationId: ctx.organization.id, leaderboardId: leaderboard_id, season: of.season });
}
