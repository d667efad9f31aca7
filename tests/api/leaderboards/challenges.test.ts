/** A leaderboard of a challenge counts how often each participant completes it, in the season in which that is, as far as it stands at the end of it. */
import { expect, test } from 'vitest';
import type { Challenge } from '@/contract/challenge';
import { statement } from '@/server/db/transaction';
import { chance } from '@tests/support/chance';
import { brokenInvariants } from '@tests/support/invariants';
import { rankedClub, type RankedClub } from '@tests/support/leaderboards';

const coffee = (order: string) => ({ type: 'coffee', order });
const returned = (order: string) => ({ type: 'return', order });
const GOLD = { from_rank: 1, to_rank: 1, name: 'Gold' };

interface CoffeeClub extends RankedClub {
  readonly card: Challenge;
}

/** A card of two coffees, as often as they like, from which a coffee that is returned is taken. */
async function coffeeClub(): Promise<CoffeeClub> {
  const club = await rankedClub({ start: '2056-01-10T00:00:00Z' });
  const { status, body } = await club.api.post<Challenge>('/challenges', {
    program_id: club.program.id,
    key: 'card',
    name: 'Coffee card',
    status: 'ACTIVE',
    goal: { type: 'COUNT', target: 2, match: { event_types: ['coffee'] } },
    repeat: { max: null },
    parts: [50],
    take_back: { match: { event_types: ['return'] }, reference: 'event.order', original_reference: 'event.order' },
  });
  expect(status).toBe(201);
  return { ...club, card: body };
}

const measure = ({ card }: CoffeeClub) => ({ type: 'CHALLENGE', challenge_id: card.id });

/** As if the workers had been down meanwhile: the clock goes on without them. */
const passWeek = ({ id }: CoffeeClub) =>
  statement('UPDATE organizations SET clock_offset_ms = clock_offset_ms + 604800000 WHERE id = $1', [id]);

test('whoever completes a challenge more often is ahead; a part of it counts for nothing, and what is taken back no more', async () => {
  const club = await coffeeClub();
  const board = await club.board({ measure: measure(club), period: 'WEEK' });
  expect([board.measure, board.sentence]).toEqual([
    measure(club),
    'Ranks participants by how often they complete “Coffee card” in each week from Monday.',
  ]);
  await club.happen(...['a', 'b', 'c', 'd', 'e'].map((order) => ['ada', coffee(order)] as const));
  await club.happen(['bob', coffee('f')], ['bob', coffee('g')], ['cid', coffee('h')]);
  await club.score();
  expect(await club.ranks(board)).toEqual(['ada 1. 2', 'bob 2. 1']);
  await club.happen(['ada', returned('a')], ['bob', returned('f')]);
  await club.score();
  expect(await club.ranks(board)).toEqual(['ada 1. 2']);
  await club.happen(['ada', returned('b')], ['bob', coffee('i')]);
  await club.score();
  expect((await club.ranks(board)).sort()).toEqual(['ada 1. 1', 'bob 1. 1']);
});

test('what is taken back after the end of a season takes nothing from it, and what is completed anew counts for itself', async () => {
  const club = await coffeeClub();
  const board = await club.board({ measure: measure(club), period: 'WEEK', prizes: [GOLD] });
  await club.happen(['ada', coffee('a')], ['ada', coffee('b')]);
  await club.score();
  await passWeek(club);
  // The first week is over, and nobody has frozen it yet.
  await club.happen(['ada', returned('a')]);
  await club.happen(['ada', coffee('c')]);
  await club.score();
  expect((await club.results(board)).map(({ season, external_id, score }) => [season, external_id, score])).toEqual([
    ['2056-01-10', 'ada', '1'],
  ]);
  expect(await club.ranks(board)).toEqual(['ada 1. 1']);
  await club.happen(['ada', returned('c')]);
  await club.score();
  expect(await club.ranks(board)).toEqual([]);
  expect((await club.results(board)).map(({ score }) => score)).toEqual(['1']);
});

test('what was completed, revoked and completed anew by one batch is counted once', async () => {
  const club = await coffeeClub();
  const board = await club.board({ measure: measure(club), period: 'WEEK' });
  await club.happen(['ada', coffee('a')], ['ada', coffee('b')]);
  await club.happen(['ada', returned('a')], ['ada', coffee('c')], ['ada', returned('b')]);
  await club.score();
  expect(await club.ranks(board)).toEqual([]);
  await club.happen(['ada', coffee('d')], ['ada', returned('d')], ['ada', coffee('e')]);
  await club.score();
  expect(await club.ranks(board)).toEqual(['ada 1. 1']);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('after random coffees and returns over weeks, ranks are those of a leaderboard that is made afterwards, and of one that is counted anew', async () => {
  const club = await coffeeClub();
  const random = chance('completions and ranks');
  const boards = [
    await club.board({ measure: measure(club), period: 'WEEK' }),
    await club.board({ measure: measure(club), starts_at: '2056-01-10T00:00:00Z', min_score: '2' }),
  ];
  const orders: string[] = [];
  for (let round = 0; round < 12; round++) {
    const events = Array.from({ length: 12 }, (_, n) => {
      const who = `p${random.between(0, 5)}`;
      const before = orders.filter((order) => order.startsWith(who));
      if (before.length > 0 && random.between(0, 2) === 0) return [who, returned(before[random.between(0, before.length - 1)]!)] as const;
      const order = `${who}-${round}-${n}`;
      orders.push(order);
      return [who, coffee(order)] as const;
    });
    await club.happen(...events);
    if (round % 4 === 3) await passWeek(club);
    if (round % 2 === 0) await club.score();
    expect(await brokenInvariants(statement, club.id)).toEqual([]);
  }
  await club.score();
  const later = await club.board({ measure: measure(club), starts_at: '2056-01-10T00:00:00Z', min_score: '2' });
  await club.score();
  const ranks = await Promise.all(boards.map((board) => club.ranks(board)));
  expect(ranks[1]!.length).toBeGreaterThan(3);
  expect(await club.ranks(later)).toEqual(ranks[1]);
  for (const { id } of boards) expect((await club.api.post(`/leaderboards/${id}/rebuild`, {})).status).toBe(200);
  await club.score();
  expect(await Promise.all(boards.map((board) => club.ranks(board)))).toEqual(ranks);
  expect(await brokenInvariants(statement, club.id)).toEqual([]);
});

test('a challenge that is unknown or of another program, and a part of a completion, are refused', async () => {
  const [club, other] = [await coffeeClub(), await coffeeClub()];
  const { body: second } = await club.api.post<{ id: string }>('/programs', { name: 'Second' });
  for (const body of [{ measure: measure(other) }, { measure: measure(club), program_id: second.id }])
    expect((await club.create(body)).body).toMatchObject({ code: 'not_found', param: 'measure.challenge_id' });
  const half = await club.create({ measure: measure(club), min_score: '1.5' });
  expect([half.status, half.body.code, half.body.param]).toEqual([400, 'invalid_amount', 'min_score']);
  expect((await club.api.get<{ data: unknown[] }>('/leaderboards')).body.data).toEqual([]);
});

test('without a leaderboard of a challenge, nobody is queued', async () => {
  const club = await coffeeClub();
  await club.board();
  await club.happen(['ada', coffee('a')], ['ada', coffee('b')]);
  expect(await statement('SELECT 1 FROM leaderboard_queue WHERE organization_id = $1', [club.id])).toEqual([]);
});
