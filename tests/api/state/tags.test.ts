import { expect, test } from 'vitest';
import type { ParticipantDetail } from '@/contract/participant';
import { historyOf, subjectOf, SUBJECTS } from '@tests/support/state';

test.each(SUBJECTS)('tags of %s are added and removed in any case and kept in lower case', async (kind) => {
  const { tags } = await subjectOf(kind);
  expect(await tags.patch({ add: ['VIP', 'new', ' Beta '] })).toMatchObject({
    status: 200,
    body: { data: [{ tag: 'beta' }, { tag: 'new' }, { tag: 'vip' }], pagination: { has_more: false, next_cursor: null } },
  });
  expect((await tags.patch({ add: ['vip'], remove: ['NEW', 'never'] })).body).toMatchObject({ data: [{ tag: 'beta' }, { tag: 'vip' }] });
  expect(await tags.list()).toEqual([{ tag: 'beta' }, { tag: 'vip' }]);
  expect((await tags.patch({})).body).toMatchObject({ data: [{ tag: 'beta' }, { tag: 'vip' }] });
});

test('the history tells each tag that came and went, and who did it', async () => {
  const ada = await subjectOf('participants');
  await ada.tags.patch({ add: ['a', 'b'] });
  await ada.tags.patch({ add: ['a', 'c'], remove: ['b'] });
  expect(await historyOf(ada)).toEqual([
    ['ADD', 'a', null, 'a', 'API'],
    ['ADD', 'b', null, 'b', 'API'],
    ['REMOVE', 'b', 'b', null, 'API'],
    ['ADD', 'c', null, 'c', 'API'],
  ]);
  expect((await ada.api.get<ParticipantDetail>(ada.path)).body.tags).toEqual(['a', 'c']);
  expect((await ada.api.get<{ data: unknown[] }>('/participants?tag=C')).body.data).toHaveLength(1);
});

test('a change asserted for somebody else by a trusted key says for whom', async () => {
  const ada = await subjectOf('participants', { trusted_key: true });
  await ada.tags.patch({ add: ['a'] }, { 'x-on-behalf-of': 'support-agent-7' });
  await ada.tags.patch({ add: ['b'] });
  const { body } = await ada.api.get<{ data: unknown[] }>(`${ada.path}/activity/state-history?sort_dir=asc`);
  expect(body.data).toMatchObject([{ on_behalf_of: 'support-agent-7' }, { on_behalf_of: null }]);
});

test.each([
  ['participants', 'participant_inactive'],
  ['groups', 'group_archived'],
  ['programs', 'program_archived'],
] as const)('the state of inactive %s does not change: %s', async (kind, code) => {
  const subject = await subjectOf(kind);
  await subject.tags.patch({ add: ['kept'] });
  await subject.disable();
  for (const answer of [
    await subject.tags.patch({ add: ['x'] }),
    await subject.attributes.patch({ set: { x: 1 } }),
    await subject.counters.patch({ increment: { x: 1 } }),
  ]) {
    expect(answer).toMatchObject({ status: 409, body: { code } });
  }
  expect(await subject.tags.list()).toEqual([{ tag: 'kept' }]);
  expect([await subject.attributes.list(), await subject.counters.list()]).toEqual([[], []]);
});

test.each([
  [{ add: [''] }, 'validation_error'],
  [{ add: ['  '] }, 'validation_error'],
  [{ add: ['x'.repeat(65)] }, 'validation_error'],
  [{ add: Array.from({ length: 101 }, (_, index) => `t${index}`) }, 'validation_error'],
  [{ add: ['\u0000'] }, 'validation_error'],
  [{ add: 'vip' }, 'validation_error'],
  [{ tags: ['vip'] }, 'validation_error'],
  [{ add: ['VIP'], remove: ['vip'] }, 'invalid_request'],
])('%j is refused', async (body, code) => {
  const { tags } = await subjectOf('participants');
  expect(await tags.patch(body)).toMatchObject({ status: 400, body: { code } });
});

test('a subject keeps at most 1000 tags, and a change beyond that is not made', async () => {
  const { tags, api } = await subjectOf('participants');
  const batch = (from: number) => Array.from({ length: 100 }, (_, index) => `t${from + index}`);
  for (let from = 0; from < 1_000; from += 100) expect((await tags.patch({ add: batch(from) })).status).toBe(200);
  expect(await tags.patch({ add: ['t0', 'one-more'] })).toMatchObject({ status: 422, body: { code: 'unprocessable' } });
  expect(await api.post('/participants', { external_id: 'ada', tags: ['one-more'] })).toMatchObject({ status: 422 });
  expect((await tags.patch({ add: ['one-more'], remove: ['t0'] })).status).toBe(200);
});

test('pages of tags hold each once', async () => {
  const { tags, api, path } = await subjectOf('groups');
  await tags.patch({ add: ['e', 'd', 'c', 'b', 'a'] });
  const seen: string[] = [];
  for (let query = '?limit=2'; ;) {
    const { body } = await api.get<{ data: { tag: string }[]; pagination: { next_cursor: string | null } }>(`${path}/state/tags${query}`);
    seen.push(...body.data.map(({ tag }) => tag));
    if (body.pagination.next_cursor === null) break;
    query = `?limit=2&cursor=${body.pagination.next_cursor}`;
  }
  expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('the state of another organization is not there', async () => {
  const [ada, stranger] = [await subjectOf('participants'), await subjectOf('participants')];
  for (const part of ['tags', 'attributes', 'counters']) {
    expect(await stranger.api.get(`${ada.path}/state/${part}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
    expect(await stranger.api.patch(`${ada.path}/state/${part}`, {})).toMatchObject({ status: 404, body: { code: 'not_found' } });
  }
});
