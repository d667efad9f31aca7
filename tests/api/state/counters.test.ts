import { expect, test } from 'vitest';
import type { GroupDetail } from '@/contract/group';
import type { ParticipantDetail } from '@/contract/participant';
import { brokenInvariants } from '@tests/support/invariants';
import { statement } from '@/server/db/transaction';
import { historyOf, readings, subjectOf, SUBJECTS } from '@tests/support/state';

test.each(SUBJECTS)('counters of %s are set, incremented and read, exactly', async (kind) => {
  const subject = await subjectOf(kind);
  expect(await subject.counters.patch({ set: { visits: 3, spent: '12.50' }, increment: { points: 0.1, down: -2 } })).toMatchObject({
    status: 200,
    body: {
      data: [
        { key: 'down', value: '-2', reset_after: null, window: null, resets_at: null },
        { key: 'points', value: '0.1' },
        { key: 'spent', value: '12.5' },
        { key: 'visits', value: '3' },
      ],
    },
  });
  await subject.counters.patch({
    increment: { points: 0.2, visits: '0.000000000000000001' },
    set: { spent: '1234567890123456789012345678901234567890.123456789012345678' },
  });
  expect(await readings(subject)).toEqual({
    down: '-2',
    points: '0.3',
    spent: '1234567890123456789012345678901234567890.123456789012345678',
    visits: '3.000000000000000001',
  });
  expect(await subject.counters.get('points')).toMatchObject({ status: 200, body: { key: 'points', value: '0.3' } });
  expect(await subject.counters.get('absent')).toMatchObject({ status: 404, body: { code: 'counter_not_found' } });
});

test('200 increments at once add up exactly, and the history tells each', async () => {
  const ada = await subjectOf('participants');
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, n) => ada.counters.patch({ increment: { points: n % 2 === 0 ? '0.1' : 1 } })),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await readings(ada)).toEqual({ points: '110' });
  const history = await historyOf(ada);
  expect(history).toHaveLength(200);
  history.forEach(([, , before], index) => expect(before).toBe(index === 0 ? null : history[index - 1]![3]));
});

test('a counter reads 0 once its window has lapsed, and its next change opens another', async () => {
  const ada = await subjectOf('participants', { mode: 'SANDBOX' });
  const advance = (by: string) => ada.api.post<{ now: string; performed: Record<string, number> }>('/sandbox/clock/advance', { by });
  await ada.counters.patch({ increment: { visits: 1 }, reset_after: { visits: '1d' } });
  const opened = (await ada.counters.get('visits')).body as { resets_at: string };
  await advance('12h');
  await ada.counters.patch({ increment: { visits: 1 }, reset_after: { visits: '1d' } });
  expect((await ada.counters.get('visits')).body).toEqual({
    key: 'visits',
    value: '2',
    reset_after: '1d',
    window: null,
    resets_at: opened.resets_at,
  });
  const { body } = await advance('12h');
  expect(body.performed).toMatchObject({ tiers: 1 });
  expect((await ada.counters.get('visits')).body).toEqual({ key: 'visits', value: '0', reset_after: '1d', window: null, resets_at: null });
  await advance('3d');
  await ada.counters.patch({ increment: { visits: 5 } });
  const { resets_at } = (await ada.counters.get('visits')).body as { resets_at: string };
  expect(Date.parse(resets_at) - Date.parse(opened.resets_at)).toBeGreaterThanOrEqual(4 * 86_400_000);
  expect(await historyOf(ada)).toEqual([
    ['SET', 'visits', null, '1', 'API'],
    ['SET', 'visits', '1', '2', 'API'],
    ['AUTO_RESET', 'visits', '2', '0', 'SYSTEM'],
    ['SET', 'visits', '0', '5', 'API'],
  ]);
  const history = await ada.api.get<{ data: { created_at: string }[] }>(`${ada.path}/activity/state-history?sort_dir=asc`);
  expect(history.body.data[2]!.created_at).toBe(opened.resets_at);
});

test('a lapse that no job has recorded yet is found at the next change, dated when the window ended', async () => {
  const ada = await subjectOf('participants');
  await ada.counters.patch({ set: { visits: 7 }, reset_after: { visits: '1h' } });
  const [row] = await statement<{ ended: Date }>(
    'UPDATE state_counters SET resets_at = updated_at WHERE organization_id = $1 RETURNING resets_at AS ended',
    [ada.id],
  );
  expect(await readings(ada)).toEqual({ visits: '0' });
  expect((await ada.api.get<ParticipantDetail>(ada.path)).body.counters).toEqual({ visits: '0' });
  await ada.counters.patch({ increment: { visits: 1 } });
  expect((await historyOf(ada)).map(([operation, , before, after]) => [operation, before, after])).toEqual([
    ['SET', null, '7'],
    ['AUTO_RESET', '7', '0'],
    ['SET', '0', '1'],
  ]);
  const { body } = await ada.api.get<{ data: { operation: string; created_at: string }[] }>(`${ada.path}/activity/state-history`);
  expect(body.data.find(({ operation }) => operation === 'AUTO_RESET')!.created_at).toBe(row!.ended.toISOString());
});

test('a window is changed, done away with and given without a change of the counter, and none of that is history', async () => {
  const ada = await subjectOf('participants');
  await ada.counters.patch({ set: { a: 5 } });
  await ada.counters.patch({ reset_after: { a: '1w', b: '90s' } });
  expect((await ada.counters.get('a')).body).toMatchObject({ value: '5', reset_after: '7d', resets_at: expect.any(String) });
  expect((await ada.counters.get('b')).body).toMatchObject({ value: '0', reset_after: '1m30s' });
  await ada.counters.patch({ reset_after: { a: null } });
  expect((await ada.counters.get('a')).body).toMatchObject({ value: '5', reset_after: null, resets_at: null });
  expect((await historyOf(ada)).map(([, key, before, after]) => [key, before, after])).toEqual([
    ['a', null, '5'],
    ['b', null, '0'],
  ]);
  expect(await brokenInvariants((sql, values) => statement(sql, values), ada.id)).toEqual([]);
});

test('records of participants and groups show their counters, those of participants also as they stood', async () => {
  const ada = await subjectOf('participants', { mode: 'SANDBOX' });
  const now = async () => (await ada.api.get<{ now: string }>('/sandbox/clock')).body.now;
  await ada.counters.patch({ set: { visits: 1.5 }, reset_after: { visits: '1h' } });
  const then = await now();
  await ada.api.post('/sandbox/clock/advance', { by: '30m' });
  await ada.counters.patch({ increment: { visits: 1, other: 1 } });
  const later = await now();
  await ada.api.post('/sandbox/clock/advance', { by: '2h' });
  const countersAt = async (query: string) => (await ada.api.get<ParticipantDetail>(`${ada.path}${query}`)).body.counters;
  expect(await countersAt('')).toEqual({ other: '1', visits: '0' });
  expect(await countersAt(`?as_of=${then}`)).toEqual({ visits: '1.5' });
  expect(await countersAt(`?as_of=${later}`)).toEqual({ other: '1', visits: '2.5' });
  const group = await subjectOf('groups');
  await group.counters.patch({ set: { wins: 2 } });
  expect((await group.api.get<GroupDetail>(group.path)).body.counters).toEqual({ wins: '2' });
});

test.each([
  [{ set: { x: 'many' } }, 'validation_error'],
  [{ set: { x: '1e5' } }, 'validation_error'],
  [{ set: { x: 9_007_199_254_740_993 } }, 'validation_error'],
  [{ set: { x: `1${'0'.repeat(40)}` } }, 'validation_error'],
  [{ increment: { x: '0.0000000000000000001' } }, 'validation_error'],
  [{ increment: { x: null } }, 'validation_error'],
  [{ reset_after: { x: 'soon' } }, 'validation_error'],
  [{ window: { x: '367d' } }, 'validation_error'],
  [{ window: { x: '7d' }, reset_after: { x: '7d' } }, 'invalid_request'],
  [{ set: { x: 1 }, increment: { x: 1 } }, 'invalid_request'],
])('%j is refused', async (body, code) => {
  const { counters } = await subjectOf('participants');
  expect(await counters.patch(body)).toMatchObject({ status: 400, body: { code } });
  expect(await counters.list()).toEqual([]);
});
