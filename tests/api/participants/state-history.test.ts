import { expect, test } from 'vitest';
import type { StateHistoryEntry } from '@/contract/state';
import { statement } from '@/server/db/transaction';
import { organization, type Api, type AnyBody } from '@tests/support/api';
import { ledger } from '@tests/support/ledger';

const HISTORY = '/participants/ext:ada/activity/state-history';
const rowsOf = async (api: Api, query = '') => (await api.get<{ data: StateHistoryEntry[] }>(`${HISTORY}${query}`)).body.data;
const shown = (rows: readonly StateHistoryEntry[]) =>
  rows.map(({ state_type, operation, key, old_value, new_value }) => [state_type, operation, key, old_value, new_value]);
const upsert = (api: Api, state: Record<string, unknown>) => api.post('/participants', { external_id: 'ada', ...state });

test('every change of a tag or attribute is in the history, newest first, with the value before and after', async () => {
  const { api } = await organization();
  await upsert(api, { tags: ['VIP'], attributes: { plan: 'gold' } });
  await upsert(api, { attributes: { plan: { name: 'silver', seats: 2 }, age: null } });
  expect(shown(await rowsOf(api))).toEqual([
    ['ATTRIBUTE', 'SET', 'age', null, null],
    ['ATTRIBUTE', 'SET', 'plan', 'gold', { name: 'silver', seats: 2 }],
    ['ATTRIBUTE', 'SET', 'plan', null, 'gold'],
    ['TAG', 'ADD', 'vip', null, 'vip'],
  ]);
});

test('what changes nothing leaves no row', async () => {
  const { api } = await organization();
  const state = { tags: ['vip', 'VIP', 'new'], attributes: { plan: 'gold', list: [1, { a: null }], nothing: null } };
  await upsert(api, state);
  const before = await rowsOf(api);
  expect(before).toHaveLength(5);
  await upsert(api, state);
  await upsert(api, { first_name: 'Ada' });
  expect(await rowsOf(api)).toEqual(before);
});

test('a change by key names the key, and nothing else', async () => {
  const { id, api } = await organization();
  await upsert(api, { tags: ['vip'] });
  const [key] = await statement<{ id: string }>('SELECT id FROM api_keys WHERE organization_id = $1', [id]);
  const [row] = await rowsOf(api);
  expect(row).toMatchObject({ source: 'API', api_key_id: key!.id, user_id: null, event_id: null, rule_id: null, program_id: null });
});

test('state_type, key and the window on time narrow the history', async () => {
  const { api } = await organization({ mode: 'SANDBOX' });
  await upsert(api, { tags: ['vip'], attributes: { plan: 'gold', vip: true } });
  const later = ((await api.post<AnyBody>('/sandbox/clock/advance', { by: '1d' })).body as { now: string }).now;
  await upsert(api, { attributes: { plan: 'silver' } });
  expect(await rowsOf(api, '?state_type=TAG')).toHaveLength(1);
  expect(await rowsOf(api, '?state_type=COUNTER')).toHaveLength(0);
  expect(await rowsOf(api, '?key=vip')).toHaveLength(2);
  expect(await rowsOf(api, '?key=plan&state_type=ATTRIBUTE&sort_dir=asc')).toMatchObject([{ new_value: 'gold' }, { new_value: 'silver' }]);
  expect(shown(await rowsOf(api, `?from=${later}`))).toEqual([['ATTRIBUTE', 'SET', 'plan', 'gold', 'silver']]);
  expect(await rowsOf(api, `?from=2000-01-01T00:00:00Z&to=${later}`)).toHaveLength(3);
});

test('pages hold each change once, in the order in which they happened, also those of one millisecond', async () => {
  const { api } = await organization();
  await upsert(api, { tags: ['a', 'b', 'c', 'd', 'e'] });
  const seen: string[] = [];
  for (let query = '?limit=2'; ;) {
    const { body } = await api.get<{ data: StateHistoryEntry[]; pagination: { next_cursor: string | null } }>(`${HISTORY}${query}`);
    seen.push(...body.data.map(({ key }) => key));
    if (body.pagination.next_cursor === null) break;
    query = `?limit=2&cursor=${body.pagination.next_cursor}`;
  }
  expect(seen).toEqual(['e', 'd', 'c', 'b', 'a']);
});

test('the history of one participant is neither that of another nor of another organization', async () => {
  const { api } = await organization();
  const stranger = await organization();
  await upsert(api, { tags: ['a', 'b'] });
  await api.post('/participants', { external_id: 'bob' });
  expect((await api.get<{ data: unknown[] }>('/participants/ext:bob/activity/state-history')).body.data).toEqual([]);
  expect(await stranger.api.get(HISTORY)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  const { body } = await api.get<{ pagination: { next_cursor: string } }>(`${HISTORY}?limit=1`);
  expect(await api.get(`/participants/ext:bob/activity/state-history?limit=1&cursor=${body.pagination.next_cursor}`)).toMatchObject({
    status: 400,
    body: { code: 'invalid_cursor' },
  });
});

test.each([
  'UPDATE state_history SET key = key',
  'DELETE FROM state_history',
  'UPDATE participant_versions SET status = status',
  'DELETE FROM participant_versions',
])('%s is refused: what was is not rewritten', async (sql) => {
  await expect(statement(sql)).rejects.toMatchObject({ code: '23001' });
});

test('a change that is rolled back leaves neither state nor history', async () => {
  const { api } = await ledger();
  const refused = await upsert(api, { tags: ['vip'], first_name: 'Ada', program_id: '00000000-0000-4000-8000-000000000000' });
  expect(refused.status).toBe(404);
  expect(await rowsOf(api)).toEqual([]);
  expect((await api.get('/participants/ext:ada')).body).toMatchObject({ tags: [], first_name: null });
});

test('of many upserts at once each history row continues where the one before it ended', async () => {
  const { id, api } = await organization();
  await Promise.all(Array.from({ length: 20 }, (_, n) => upsert(api, { attributes: { n }, tags: ['x', `t${n % 3}`] })));
  const rows = await statement<{ old_value: unknown; new_value: unknown }>(
    `SELECT old_value, new_value FROM state_history WHERE organization_id = $1 AND key = 'n' ORDER BY sequence`,
    [id],
  );
  expect(rows).toHaveLength(20);
  rows.forEach((row, index) => expect(row.old_value).toBe(index === 0 ? null : rows[index - 1]!.new_value));
  expect((await api.get('/participants/ext:ada')).body).toMatchObject({
    attributes: { n: rows.at(-1)!.new_value },
    tags: ['t0', 't1', 't2', 'x'],
  });
  expect((await rowsOf(api, '?state_type=TAG')).length).toBe(4);
});
