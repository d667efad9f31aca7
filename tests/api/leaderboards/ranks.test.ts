/** Ranks follow from what rules gave and what counters gained within the window, whenever the leaderboard was made and whatever came before. */
import { expect, test } from 'vitest';
import { rankedClub } from '@tests/support/leaderboards';

const buys = (amount: number, order = `o-${Math.random()}`) => ({ type: 'purchase', amount, order });

test('what rules gave counts, less what was taken back, and nothing that others give, hold or send', async () => {
  const club = await rankedClub();
  const board = await club.board();
  await club.happen(['ada', buys(30)], ['bob', buys(50, 'b')], ['cid', buys(20)], ['dan', buys(5, 'd')]);
  const adjust = (who: string, body: object) =>
    club.api.post(`/participants/ext:${who}/balances/adjust`, {
      program_id: club.program.id,
      asset_id: club.asset.id,
      description: 'x',
      ...body,
    });
  expect((await adjust('cid', { type: 'CREDIT', amount: '500' })).status).toBe(200);
  expect((await adjust('ada', { type: 'DEBIT', amount: '10' })).status).toBe(200);
  await club.happen(['bob', { type: 'refund', order: 'b', share: 0.5 }], ['dan', { type: 'refund', order: 'd', share: 1 }]);
  await club.score();
  expect(await club.ranks(board)).toEqual(['ada 1. 30', 'bob 2. 25', 'cid 3. 20']);
  expect(await club.rank(board, 'dan')).toMatchObject({ rank: null, score: null, gap: null, around: [], participants: 3 });
  expect((await club.api.get<{ is_complete: boolean }>(`/leaderboards/${board.id}`)).body.is_complete).toBe(true);
});

test('equal scores share a rank, and the next one counts all before it', async () => {
  const club = await rankedClub();
  const board = await club.board();
  await club.happen(...['ada', 'bob', 'cid', 'dan'].map((who, at) => [who, buys([9, 9, 7, 7][at]!)] as const));
  await club.happen(['eve', buys(1)]);
  await club.score();
  expect((await club.ranks(board)).map((line) => line.replace(/^\w+ /, ''))).toEqual(['1. 9', '1. 9', '3. 7', '3. 7', '5. 1']);
  expect(await club.rank(board, 'cid')).toMatchObject({ rank: 3, score: '7', gap: '2' });
  expect(await club.rank(board, 'bob')).toMatchObject({ rank: 1, gap: null });
});

test('the next score above is told however many have the very same score', async () => {
  const club = await rankedClub();
  const board = await club.board();
  await club.happen(['top', buys(9)], ...Array.from({ length: 14 }, (_, n) => [`p${n}`, buys(5)] as const), ['eve', buys(1)]);
  await club.score();
  const tied = await Promise.all(Array.from({ length: 14 }, (_, n) => club.rank(board, `p${n}`)));
  expect(new Set(tied.map(({ rank, gap, participants }) => `${rank} ${gap} ${participants}`))).toEqual(new Set(['2 4 16']));
  const [top, eve] = [await club.rank(board, 'top'), await club.rank(board, 'eve')];
  expect([top.rank, top.gap, eve.rank, eve.gap]).toEqual([1, null, 16, '4']);
});

test('pages go on where the last one ended, with the ranks of the whole', async () => {
  const club = await rankedClub();
  const board = await club.board();
  const people = Array.from({ length: 23 }, (_, n) => [`p${n}`, buys(1 + Math.floor(n / 3))] as const);
  await club.happen(...people);
  await club.score();
  const whole = await club.ranks(board);
  const pages: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body }: { body: { data: { external_id: string; rank: number; score: string }[]; pagination: { next_cursor: string | null } } } =
      await club.api.get(`/leaderboards/${board.id}/ranks?limit=4${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`);
    pages.push(...body.data.map((one) => `${one.external_id} ${one.rank}. ${one.score}`));
    cursor = body.pagination.next_cursor;
  }
  expect(pages).toEqual(whole);
  const { around, rank } = await club.rank(board, 'p10');
  const own = whole.findIndex((line) => line.startsWith('p10 '));
  expect(around.map((one) => `${one.external_id} ${one.rank}. ${one.score}`)).toEqual(whole.slice(own - 5, own + 6));
  expect(whole[own]).toContain(`p10 ${rank}. `);
});

test('what happened within the window before the leaderboard was made counts, and nothing from before the window', async () => {
  const club = await rankedClub({ start: '2056-01-10T00:00:00Z' });
  await club.happen(['ada', buys(100)], ['bob', buys(1)]);
  await club.advance('2056-02-02T00:00:00Z');
  await club.happen(['ada', buys(3)], ['bob', buys(5)]);
  await club.happen(['ada', { type: 'walk', steps: 7 }]);
  const month = await club.board({ period: 'MONTH' });
  const window = await club.board({ starts_at: '2056-01-01T00:00:00Z' });
  const steps = await club.board({ measure: { type: 'COUNTER', key: 'steps' }, period: 'QUARTER' });
  await club.score();
  expect(await club.ranks(month)).toEqual(['bob 1. 5', 'ada 2. 3']);
  expect(await club.ranks(window)).toEqual(['ada 1. 103', 'bob 2. 6']);
  expect(await club.ranks(steps)).toEqual(['ada 1. 7']);
});

test('a counter counts by how much it rose, not by what it reads, and loses nothing when it begins anew', async () => {
  const club = await rankedClub({ start: '2056-01-01T00:00:00Z' });
  await club.addRule({ condition: 'event.type == "run"', actions: [{ type: 'COUNTER', key: 'runs', value: '1', reset_after: '1d' }] });
  await club.happen(['ada', { type: 'run' }], ['ada', { type: 'walk', steps: 1_000 }]);
  const runs = await club.board({ measure: { type: 'COUNTER', key: 'runs' }, starts_at: '2056-01-01T00:00:00Z' });
  const steps = await club.board({ measure: { type: 'COUNTER', key: 'steps' } });
  await club.advance('3d');
  await club.happen(['ada', { type: 'run' }], ['ada', { type: 'walk', steps: 20 }], ['bob', { type: 'walk', steps: 30 }]);
  await club.happen(['bob', { type: 'walk', steps: -5 }]);
  await club.score();
  expect(await club.ranks(runs)).toEqual(['ada 1. 2']);
  expect(await club.ranks(steps)).toEqual(['bob 1. 25', 'ada 2. 20']);
});

test('only members of the group are ranked, as long as they are', async () => {
  const club = await rankedClub();
  await club.happen(['ada', buys(10)], ['bob', buys(20)]);
  const idOf = async (who: string) => (await club.api.get<{ id: string }>(`/participants/ext:${who}`)).body.id;
  const members = [{ participant_id: await idOf('ada'), role: 'ADMIN' }];
  const { body: group } = await club.api.post<{ id: string }>('/groups', { name: 'Runners', members });
  const board = await club.board({ group_id: group.id, starts_at: '2020-01-01T00:00:00Z' });
  await club.score();
  expect(await club.ranks(board)).toEqual(['ada 1. 10']);
  expect((await club.api.post(`/groups/${group.id}/members`, { participant_id: await idOf('bob') })).status).toBeLessThan(300);
  await club.score();
  expect(await club.ranks(board)).toEqual(['bob 1. 20', 'ada 2. 10']);
  expect((await club.api.delete(`/groups/${group.id}/members/${await idOf('bob')}`)).status).toBeLessThan(300);
  await club.score();
  expect(await club.ranks(board)).toEqual(['ada 1. 10']);
  expect(board.sentence).toContain('members of “Runners”');
});

test('whoever has less than the least score is not ranked', async () => {
  const club = await rankedClub();
  const board = await club.board({ min_score: '10' });
  await club.happen(['ada', buys(9)], ['bob', buys(10)]);
  await club.score();
  expect(await club.ranks(board)).toEqual(['bob 1. 10']);
  await club.happen(['ada', buys(2)]);
  await club.score();
  expect(await club.ranks(board)).toEqual(['ada 1. 11', 'bob 2. 10']);
});

test('a participant sees their ranks, and what they won', async () => {
  const club = await rankedClub({ start: '2056-01-10T00:00:00Z' });
  await club.board({ key: 'weekly', name: 'Weekly', period: 'WEEK', prizes: [{ from_rank: 1, to_rank: 1, name: 'Gold' }] });
  await club.happen(['ada', buys(9)], ['bob', buys(10)]);
  await club.advance('7d');
  await club.happen(['ada', buys(3)]);
  await club.score();
  const { body } = await club.api.get<{ data: unknown[] }>('/participants/ext:ada/leaderboards');
  const common = { key: 'weekly', name: 'Weekly', program_id: club.program.id };
  expect(body.data).toEqual([
    expect.objectContaining({ ...common, season: '2056-01-17', status: 'OPEN', rank: 1, score: '3', participants: 1, prize: null }),
    expect.objectContaining({ ...common, season: '2056-01-10', status: 'FROZEN', rank: 2, score: '9', participants: 2, prize: null }),
  ]);
  const bob = await club.api.get<{ data: unknown[] }>('/participants/ext:bob/leaderboards');
  expect(bob.body.data).toEqual([expect.objectContaining({ season: '2056-01-10', rank: 1, prize: 'Gold' })]);
});
