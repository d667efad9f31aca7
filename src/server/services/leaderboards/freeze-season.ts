/**
 * Freezes seasons that are over: writes down their first ranks for good, and tells of each prize once, in the transaction that records that it was
 * told.
 */
import { frozenWebhook, prizeEvent, prizeWebhook } from '@/domain/leaderboards/announce';
import { lastKeptRank } from '@/domain/leaderboards/leaderboard';
import { amountOf, formatDecimal } from '@/domain/money';
import { insertSystemEvents } from '@/server/db/repositories/events/system-events';
import { recordTold, untoldPrizes, writeResults } from '@/server/db/repositories/leaderboards/results';
import type { ClaimedLeaderboard } from '@/server/db/repositories/leaderboards/scoring-claim';
import { freezeSeason, type SeasonRow } from '@/server/db/repositories/leaderboards/seasons';
import type { Tx } from '@/server/db/transaction';
import { insertWebhooks } from '@/server/db/webhook-writing';
import { newIdAt } from '@/server/platform/ids';

const named = ({ organization_id, program_id, id, key }: ClaimedLeaderboard, season: string) => ({
  organizationId: organization_id,
  programId: program_id,
  leaderboardId: id,
  leaderboard: key,
  season,
});

export async function freezeSeasons(tx: Tx, board: ClaimedLeaderboard, seasons: readonly SeasonRow[], now: Date): Promise<void> {
  for (const { season } of seasons) {
    await writeResults(tx, board, season, { prizes: board.prizes, lastRank: lastKeptRank(board.prizes) });
    const participants = await freezeSeason(tx, board, season, now);
    insertWebhooks(tx, { organizationId: board.organization_id, now }, [frozenWebhook(named(board, season), participants)]);
  }
}

/** Tells the rules and the world of prizes that were won. @returns how many; fewer than `limit`: all. */
export async function tellPrizes(tx: Tx, board: ClaimedLeaderboard, now: Date, limit: number): Promise<number> {
  const won = (await untoldPrizes(tx, board, limit)).map(({ season, participant_id, external_id, rank, score, prize }) => ({
    of: named(board, season),
    prize: {
      eventId: newIdAt(now),
      participant: { id: participant_id, externalId: external_id },
      rank,
      prize,
      score: formatDecimal(amountOf(score)),
    },
  }));
  if (won.length === 0) return 0;
  const scope = { organizationId: board.organization_id, now };
  await insertSystemEvents(
    tx,
    scope,
    won.map(({ of, prize }) => prizeEvent(prize, of, now)),
  );
  const told = won.map(({ of, prize }) => ({ season: of.season, participantId: prize.participant.id, eventId: prize.eventId }));
  await recordTold(tx, board, told, now);
  insertWebhooks(
    tx,
    scope,
    won.map(({ of, prize }) => prizeWebhook(prize, of)),
  );
  return won.length;
}
