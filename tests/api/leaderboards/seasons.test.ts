/** A season that is over is frozen once: its ranks are final, and each prize is told of by one event, which rules answer. */
import { expect, test } from 'vitest';
import { statement } from '@/server/db/transaction';
import { clockJob } from '@tests/support/clock-jobs';
import { envelopes } from '@tests/support/ledger';
import { rankedClub, type RankedClub } from '@tests/support/leaderboards';
import { createEndpoint } from '@tests/support/webhooks';

const buys = (amount: number, order = `o-${Math.random()}`) => ({ type: 'purchase', amount, order });
const GOLD = { from_rank: 1, to_rank: 1, name: 'Gold' };
const SILVER = { from_rank: 2, to_rank: 3, name: 'Silver' };

async function quarterClub(): Promise<RankedClub> {
  const club = await rankedClub({ timezone: 'Europe/Berlin', start: '2056-01-10T00:00:00Z' });
  await club.addRule({
    condition: 'event.type == "leaderboard.prize" && event.leaderboard == "top" && event.prize == "Gold"',
    actions: [{ type: 'CREDIT', asset_id: club.asset.id, amount: '1000' }],
  });
  return club;
}

test('the first of a quarter win what rules give for their prize, once, and the next quarter begins at nothing', async () => {
  const club = await quarterClub();
  const board = await club.board({ key: 'top', period: 'QUARTER', prizes: [GOLD, SILVER] });
  await club.happen(['ada', buys(30)], ['bob', buys(20)], ['cid', buys(20)], ['dan', buys(10)]);
  // The quarter ends at midnight in Berlin, whose clocks have changed by then.
  await club.advance('2056-03-31T21:59:59Z');
  expect((await club.seasons(board)).map(({ season, status }) => [season, status])).toEqual([['2056-Q1', 'OPEN']]);
  expect((await club.advance('2056-03-31T22:00:00Z')).leaderboards).toBe(1);
  expect((await club.seasons(board)).map(({ season, status, participants }) => [season, status, participants])).toEqual([
    ['2056-Q2', 'OPEN', 1],
    ['2056-Q1', 'FROZEN', 4],
  ]);
  expect((await club.results(board)).map(({ external_id, rank, prize }) => [external_id, rank, prize]).sort()).toEqual([
    ['ada', 1, 'Gold'],
    ['bob', 2, 'Silver'],
    ['cid', 2, 'Silver'],
    ['dan', 4, null],
  ]);
  const said = (await club.prizes()).map(({ leaderboard, season, rank, prize, score }) => [leaderboard, season, rank, prize, score]);
  expect(said).toEqual([
    ['top', '2056-Q1', 1, 'Gold', '30'],
    ['top', '2056-Q1', 2, 'Silver', '20'],
    ['top', '2056-Q1', 2, 'Silver', '20'],
  ]);
  expect(await club.available('ada')).toBe('1030.00');
  // What the prize gave counts in the quarter in which it was given.
  expect(await club.ranks(board)).toEqual(['ada 1. 1000']);
  expect((await club.ranks(board, '2056-Q1'))[0]).toBe('ada 1. 30');
  expect((await club.results(board, '&won=true')).map(({ event_id, won_at }) => event_id !== null && won_at !== null)).toEqual([
    true,
    true,
    true,
  ]);
});

test('what comes after the end changes nothing of a frozen season', async () => {
  const club = await quarterClub();
  const board = await club.board({ period: 'WEEK', prizes: [GOLD] });
  await club.happen(['ada', buys(30, 'a')], ['bob', buys(20)]);
  await club.advance('8d');
  const [before, frozen] = [await club.ranks(board, '2056-01-10'), await club.results(board)];
  await club.happen(['ada', { type: 'refund', order: 'a', share: 1 }], ['bob', buys(50)]);
  await club.score();
  expect([await club.ranks(board, '2056-01-10'), await club.results(board)]).toEqual([before, frozen]);
  await expect(statement(`UPDATE leaderboard_results SET rank = 9 WHERE organization_id = $1`, [club.id])).rejects.toThrow(
    'does not change',
  );
  await expect(statement(`DELETE FROM leaderboard_results WHERE organization_id = $1`, [club.id])).rejects.toThrow();
  await expect(statement(`UPDATE leaderboard_seasons SET participants = 9 WHERE organization_id = $1`, [club.id])).rejects.toThrow(
    'is frozen',
  );
});

test('seasons that passed while nobody scored are each frozen with what happened in them', async () => {
  const club = await quarterClub();
  const board = await club.board({ period: 'WEEK', prizes: [GOLD] });
  await club.score();
  for (const week of [1, 2, 3]) {
    await club.happen([`w${week}`, buys(10 * week)]);
    // As if the workers had been down meanwhile: the clock goes on without them.
    await statement(`UPDATE organizations SET clock_offset_ms = clock_offset_ms + 604800000 WHERE id = $1`, [club.id]);
  }
  await club.score();
  expect((await club.seasons(board)).map(({ season, status, participants }) => [season, status, participants])).toEqual([
    ['2056-01-31', 'OPEN', 0],
    ['2056-01-24', 'FROZEN', 1],
    ['2056-01-17', 'FROZEN', 1],
    ['2056-01-10', 'FROZEN', 1],
  ]);
  expect((await club.prizes()).map(({ season, score }) => [season, score])).toEqual([
    ['2056-01-10', '10'],
    ['2056-01-17', '20'],
    ['2056-01-24', '30'],
  ]);
});

test('a season is frozen while others gain in the next one, however many wait to be scored', async () => {
  const club = await quarterClub();
  const board = await club.board({ period: 'WEEK', prizes: [GOLD] });
  await club.happen(['ada', buys(30)]);
  await club.score();
  await statement(`UPDATE organizations SET clock_offset_ms = clock_offset_ms + 604800000 WHERE id = $1`, [club.id]);
  await club.happen(...Array.from({ length: 8 }, (_, n) => [`next${n}`, buys(50)] as const));
  const { now } = (await club.api.get<{ now: string }>('/sandbox/clock')).body;
  const job = {
    clock: { now: () => new Date() },
    organization: { id: club.id, now: new Date(now) },
    limit: 3,
    signal: new AbortController().signal,
  };
  await clockJob('score-leaderboards').run(job);
  expect((await club.seasons(board)).map(({ season, status }) => [season, status])).toEqual([
    ['2056-01-17', 'OPEN'],
    ['2056-01-10', 'FROZEN'],
  ]);
  expect(await statement(`SELECT 1 FROM leaderboard_queue WHERE organization_id = $1`, [club.id])).toHaveLength(5);
  expect((await club.results(board)).map(({ external_id }) => external_id)).toEqual(['ada']);
});

test('a leaderboard with a window is frozen as a whole, and tells the world', async () => {
  const club = await quarterClub();
  await createEndpoint(club.api, 'http://127.0.0.1:9/hook');
  const board = await club.board({ key: 'top', ends_at: '2056-02-01T00:00:00Z', prizes: [GOLD] });
  await club.happen(['ada', buys(30)]);
  await club.advance('2056-02-02T00:00:00Z');
  expect((await club.api.get<{ status: string }>(`/leaderboards/${board.id}`)).body.status).toBe('FROZEN');
  const told = (await envelopes(club.id)).filter(({ type }) => type.startsWith('leaderboard.'));
  expect(told.map(({ type, data }) => [type, data.leaderboard, data.season, data.participants ?? data.prize])).toEqual([
    ['leaderboard.frozen', 'top', 'ALL', 1],
    ['leaderboard.prize_won', 'top', 'ALL', 'Gold'],
  ]);
  expect((await statement(`SELECT 1 FROM leaderboard_queue WHERE organization_id = $1`, [club.id])).length).toBe(0);
  await club.happen(['ada', buys(1)]);
  expect((await statement(`SELECT 1 FROM leaderboard_queue WHERE organization_id = $1`, [club.id])).length).toBe(0);
});
