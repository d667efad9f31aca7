/** What can be made and changed of leaderboards, what is refused, and that counting anew gives the same. */
import { expect, test } from 'vitest';
import { origin } from '@tests/support/api';
import { send } from '@tests/support/http';
import { rankedClub } from '@tests/support/leaderboards';

const buys = (amount: number) => ({ type: 'purchase', amount, order: `o-${Math.random()}` });

test('a bad leaderboard is refused with the field at fault, and nothing is made', async () => {
  const club = await rankedClub({ start: '2056-01-10T00:00:00Z' });
  const other = await club.addAsset({});
  const { body: unlinked } = await club.api.post<{ id: string }>('/assets', {
    name: 'X',
    symbol: 'UNLINKED',
    scale: 0,
    inventory_mode: 'SIMPLE',
    issuance_policy: 'UNLIMITED',
  });
  const missing = '0197a3c2-5b1e-7c40-9d8e-3f5a6b7c8dff';
  const cases: [object, number, string, string][] = [
    [{ program_id: missing }, 404, 'not_found', 'program_id'],
    [{ campaign_id: missing }, 404, 'not_found', 'campaign_id'],
    [{ group_id: missing }, 404, 'not_found', 'group_id'],
    [{ measure: { type: 'EARNED', asset_id: missing } }, 404, 'asset_not_found', 'measure.asset_id'],
    [{ measure: { type: 'EARNED', asset_id: unlinked.id } }, 400, 'asset_not_linked', 'measure.asset_id'],
    [{ period: 'WEEK', ends_at: '2057-01-01T00:00:00Z' }, 400, 'invalid_request', 'ends_at'],
    [{ ends_at: '2056-01-09T00:00:00Z' }, 400, 'invalid_parameter', 'ends_at'],
    [{ starts_at: '2057-01-01T00:00:00Z', ends_at: '2056-12-01T00:00:00Z' }, 400, 'invalid_parameter', 'ends_at'],
    [{ min_score: '0.001' }, 400, 'invalid_amount', 'min_score'],
    [{ prizes: [{ from_rank: 2, to_rank: 1, name: 'Gold' }] }, 400, 'validation_error', 'prizes[0].to_rank'],
    [{ prizes: [{ from_rank: 0, to_rank: 1, name: 'Gold' }] }, 400, 'validation_error', 'prizes[0].from_rank'],
    [{ key: 'Not a key' }, 400, 'validation_error', 'key'],
  ];
  for (const [body, status, code, param] of cases) {
    const answer = await club.create(body as Record<string, unknown>);
    expect([body, answer.status, answer.body.code, answer.body.param]).toEqual([body, status, code, param]);
  }
  expect((await club.api.get<{ data: unknown[] }>('/leaderboards')).body.data).toEqual([]);
  expect((await club.create({ key: 'top', measure: { type: 'EARNED', asset_id: other.id } })).status).toBe(201);
  expect((await club.create({ key: 'top' })).body).toMatchObject({ code: 'key_exists', param: 'key' });
});

test('name, prizes and end can change; an end that moves takes what it covers with it', async () => {
  const club = await rankedClub({ start: '2056-01-10T00:00:00Z' });
  const board = await club.board({ ends_at: '2056-01-12T00:00:00Z' });
  await club.happen(['ada', buys(10)]);
  const patch = (body: object) => club.api.patch<Record<string, unknown>>(`/leaderboards/${board.id}`, body);
  const later = await patch({ name: 'New', ends_at: '2056-02-01T00:00:00Z', prizes: [{ from_rank: 1, to_rank: 1, name: 'Gold' }] });
  expect([later.status, later.body.name, later.body.ends_at]).toEqual([200, 'New', '2056-02-01T00:00:00.000Z']);
  await club.advance('2056-01-15T00:00:00Z');
  await club.happen(['bob', buys(20)]);
  await club.score();
  expect(await club.ranks(board)).toEqual(['bob 1. 20', 'ada 2. 10']);
  expect((await patch({ ends_at: '2056-01-14T00:00:00Z' })).body).toMatchObject({ code: 'invalid_parameter', param: 'ends_at' });
  await club.advance('2056-02-02T00:00:00Z');
  expect((await club.prizes()).map(({ rank, score }) => [rank, score])).toEqual([[1, '20']]);
  expect((await patch({ prizes: [] })).body).toMatchObject({ code: 'invalid_status', param: 'prizes' });
  expect((await patch({ name: 'Over' })).body).toMatchObject({ name: 'Over', status: 'FROZEN' });
  expect((await club.api.post<Record<string, unknown>>(`/leaderboards/${board.id}/rebuild`, {})).body.code).toBe('invalid_status');
});

test('what is archived is scored no more, and has no prizes', async () => {
  const club = await rankedClub({ start: '2056-01-10T00:00:00Z' });
  const board = await club.board({ period: 'WEEK', prizes: [{ from_rank: 1, to_rank: 1, name: 'Gold' }] });
  await club.happen(['ada', buys(10)]);
  await club.score();
  expect((await club.api.delete(`/leaderboards/${board.id}`)).status).toBe(204);
  expect((await club.api.delete(`/leaderboards/${board.id}`)).status).toBe(204);
  await club.happen(['ada', buys(5)]);
  await club.advance('14d');
  expect(await club.ranks(board)).toEqual(['ada 1. 10']);
  expect(await club.prizes()).toEqual([]);
  expect((await club.api.patch<Record<string, unknown>>(`/leaderboards/${board.id}`, { name: 'x' })).body.code).toBe('invalid_status');
  const listed = async (query: string) => (await club.api.get<{ data: unknown[] }>(`/leaderboards?${query}`)).body.data.length;
  expect([await listed(''), await listed('include_archived=true'), await listed('status=ARCHIVED')]).toEqual([0, 1, 1]);
});

test('counting anew gives the same ranks, and says when it is done', async () => {
  const club = await rankedClub();
  const board = await club.board();
  await club.happen(...Array.from({ length: 12 }, (_, n) => [`p${n}`, buys(1 + (n % 5))] as const));
  await club.score();
  const before = await club.ranks(board);
  const { body } = await club.api.post<{ is_complete: boolean }>(`/leaderboards/${board.id}/rebuild`, {});
  expect(body.is_complete).toBe(false);
  await club.score();
  expect(await club.ranks(board)).toEqual(before);
  expect((await club.api.get<{ is_complete: boolean }>(`/leaderboards/${board.id}`)).body.is_complete).toBe(true);
});

test('the file has every rank, in order', async () => {
  const club = await rankedClub();
  const board = await club.board();
  await club.happen(['ada', buys(10)], ['bob', buys(20)], ['cid', buys(10)]);
  await club.score();
  const path = `/v1/exports/leaderboard-ranks.csv?leaderboard_id=${board.id}`;
  const { status, text } = await send(origin(), { method: 'GET', path, headers: { authorization: `Bearer ${club.key}` } });
  const lines = text.trim().split('\r\n');
  expect([status, lines[0]]).toEqual([200, 'rank,participant_id,external_id,score,reached_at']);
  expect(
    lines
      .slice(1)
      .map((line) => line.split(','))
      .map(([rank, , who, score]) => `${who} ${rank}. ${score}`),
  ).toEqual(await club.ranks(board));
  const unknown = await club.api.get<Record<string, unknown>>(`/exports/leaderboard-ranks.csv?leaderboard_id=${club.program.id}`);
  expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
});

test('an unknown season, leaderboard or participant is not found', async () => {
  const club = await rankedClub();
  const board = await club.board();
  for (const path of [
    `${board.id}/ranks?season=2020-Q1`,
    `${board.id}/results?season=no`,
    `${board.id}/participants/ext:nobody`,
    `${club.id}/seasons`,
    club.id,
  ])
    expect([path, (await club.api.get<Record<string, unknown>>(`/leaderboards/${path}`)).body.code]).toEqual([path, 'not_found']);
});
