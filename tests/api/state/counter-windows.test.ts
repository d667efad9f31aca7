/** Counters that count within a sliding window, over HTTP: what they read at any time, and that everything that reads them agrees. */
import { describe, expect, test } from 'vitest';
import type { GroupDetail } from '@/contract/group';
import type { ParticipantDetail } from '@/contract/participant';
import { statement } from '@/server/db/transaction';
import { automatedProgram } from '@tests/support/automations';
import { brokenInvariants } from '@tests/support/invariants';
import { actionProgram } from '@tests/support/rules';
import { historyOf, readings, subjectOf, SUBJECTS, type TestSubject } from '@tests/support/state';

const advance = ({ api }: Pick<TestSubject, 'api'>, by: string) => api.post('/sandbox/clock/advance', { by });
const nowOf = async ({ api }: Pick<TestSubject, 'api'>) => (await api.get<{ now: string }>('/sandbox/clock')).body.now;
const unbroken = async ({ id }: Pick<TestSubject, 'id'>) =>
  expect(await brokenInvariants((sql, values) => statement(sql, values), id)).toEqual([]);

test.each(SUBJECTS)('a counter of %s reads what was added within its window, and tells when it falls next', async (kind) => {
  const subject = await subjectOf(kind, { mode: 'SANDBOX' });
  await subject.counters.patch({ increment: { visits: 1 }, window: { visits: '1w' } });
  const first = Date.parse(await nowOf(subject));
  await advance(subject, '3d');
  await subject.counters.patch({ increment: { visits: '1.5' } });
  const { body } = await subject.counters.get('visits');
  expect(body).toEqual({ key: 'visits', value: '2.5', reset_after: null, window: '7d', resets_at: expect.any(String) });
  expect(Math.abs(Date.parse(String(body['resets_at'])) - first - 7 * 86_400_000)).toBeLessThan(60_000);
  await advance(subject, '4d');
  expect(await readings(subject)).toEqual({ visits: '1.5' });
  await advance(subject, '3d');
  expect((await subject.counters.get('visits')).body).toMatchObject({ value: '0', window: '7d', resets_at: null });
  await unbroken(subject);
});

test('the history has each fall, dated when the amount left the window, and a record as of any time has the reading of then', async () => {
  const ada = await subjectOf('participants', { mode: 'SANDBOX' });
  await ada.counters.patch({ increment: { visits: 1 }, window: { visits: '2d' } });
  const first = await nowOf(ada);
  await advance(ada, '1d');
  await ada.counters.patch({ increment: { visits: 2 } });
  const second = await nowOf(ada);
  await advance(ada, '36h');
  const third = await nowOf(ada);
  await advance(ada, '3d');
  expect(await historyOf(ada)).toEqual([
    ['SET', 'visits', null, '1', 'API'],
    ['SET', 'visits', '1', '3', 'API'],
    ['AUTO_RESET', 'visits', '3', '2', 'SYSTEM'],
    ['AUTO_RESET', 'visits', '2', '0', 'SYSTEM'],
  ]);
  const countersAt = async (query: string) => (await ada.api.get<ParticipantDetail>(`${ada.path}${query}`)).body.counters;
  expect(await Promise.all([first, second, third].map((time) => countersAt(`?as_of=${time}`)))).toEqual([
    { visits: '1' },
    { visits: '3' },
    { visits: '2' },
  ]);
  expect(await countersAt('')).toEqual({ visits: '0' });
});

/** Moves what the counter holds into the past, as if no job had run since. */
const backdate = ({ id }: Pick<TestSubject, 'id'>, days: number) =>
  statement(
    `UPDATE state_counters c SET resets_at = c.resets_at - $2 * interval '1 day', updated_at = c.updated_at - $2 * interval '1 day',
       marks = (SELECT jsonb_agg(jsonb_build_array((mark ->> 0)::bigint - $2::bigint * 86400000, mark ->> 1)) FROM jsonb_array_elements(c.marks) mark)
     WHERE organization_id = $1`,
    [id, days],
  );

describe('what left the window before any job recorded it', () => {
  test.each(['participants', 'groups'] as const)('is counted by nothing that shows %s', async (kind) => {
    const subject = await subjectOf(kind);
    await subject.counters.patch({ set: { visits: 2 }, window: { visits: '7d' } });
    await backdate(subject, 4);
    await subject.counters.patch({ increment: { visits: 3 } });
    await backdate(subject, 4);
    const held = (await subject.counters.get('visits')).body;
    expect(held).toMatchObject({ value: '3', resets_at: expect.any(String) });
    expect(Date.parse(String(held['resets_at']))).toBeGreaterThan(Date.now());
    expect(await readings(subject)).toEqual({ visits: '3' });
    expect((await subject.api.get<ParticipantDetail | GroupDetail>(subject.path)).body.counters).toEqual({ visits: '3' });
    await subject.counters.patch({ increment: { visits: 1 } });
    // The amounts were moved into the past, but not what the history says of them.
    expect((await historyOf(subject)).map(([operation, , before, after]) => [operation, before, after])).toEqual([
      ['AUTO_RESET', '5', '3'],
      ['SET', null, '2'],
      ['SET', '2', '5'],
      ['SET', '3', '4'],
    ]);
    await unbroken(subject);
  });

  test('is counted neither for the participants of an automation nor for its guard', async () => {
    const made = await automatedProgram();
    const [ada] = await made.enroll('ada');
    const preview = async () =>
      (
        await made.api.post<{ matched_count: number; guard: { holds: boolean } }>(`${made.path}/preview`, {
          participant_filter: 'participant.counters.visits >= 2',
          guard_condition: 'program.counters.sales >= 2',
          event: { type: 'often', data: {} },
        })
      ).body;
    await made.api.patch(`/participants/${ada!.id}/state/counters`, { increment: { visits: 2 }, window: { visits: '7d' } });
    await made.api.patch(`/programs/${made.program.id}/state/counters`, { increment: { sales: 2 }, window: { sales: '7d' } });
    expect(await preview()).toMatchObject({ matched_count: 1, guard: { holds: true } });
    await backdate(made, 8);
    expect(await preview()).toMatchObject({ matched_count: 0, guard: { holds: false } });
  });
});

describe('rules', () => {
  test('give for the third purchase within any seven days, once for each three', async () => {
    const made = await actionProgram({ mode: 'SANDBOX' });
    const counts = { type: 'COUNTER', key: 'purchases', value: 1, window: '7d' };
    await made.addRule({ name: 'Count', condition: 'event.type == "purchase"', actions: [counts] });
    await made.addRule({
      name: 'Third',
      condition: 'event.type == "purchase" && participant.counters.purchases >= 3',
      actions: [
        { type: 'CREDIT', asset_id: made.asset.id, amount: '10' },
        { type: 'COUNTER', key: 'purchases', operation: 'SET', value: 0 },
      ],
    });
    const purchaseAfter = async (by: string | null) => {
      if (by !== null) await advance(made, by);
      await made.happen('purchase');
      return [(await made.person()).counters['purchases'], Number((await made.balance()).available)];
    };
    expect(await purchaseAfter(null)).toEqual(['1', 0]);
    expect(await purchaseAfter('5d')).toEqual(['2', 0]);
    expect(await purchaseAfter('3d')).toEqual(['2', 0]);
    expect(await purchaseAfter('3d')).toEqual(['0', 10]);
    expect(await purchaseAfter('1h')).toEqual(['1', 10]);
    await unbroken(made);
  });

  test('raise to a level what counts within the window, and lower what may be at most so much', async () => {
    const made = await actionProgram({ mode: 'SANDBOX' });
    const level = (key: string, rank: number, operator: string, threshold: number) => ({
      key,
      rank,
      qualification: { mode: 'ALL', criteria: [{ counter: 'visits', operator, threshold }] },
    });
    await made.api.post(`/programs/${made.program.id}/tiers`, {
      key: 'status',
      name: 'Status',
      levels: [level('regular', 1, 'GTE', 2), level('rested', 2, 'LT', 1)],
    });
    await made.on('visit', { type: 'COUNTER', key: 'visits', value: 1, window: '2d' });
    const levelOf = async () => (await made.person()).tiers.map(({ level: key }) => key);
    await made.happen('visit');
    expect(await levelOf()).toEqual([]);
    await advance(made, '1d');
    await made.happen('visit');
    expect(await levelOf()).toEqual(['regular']);
    await advance(made, '3d');
    expect(await levelOf()).toEqual(['rested']);
  });

  test('fail the event that would make a counter keep more than it can, and change nothing', async () => {
    const made = await actionProgram();
    await made.on('visit', { type: 'COUNTER', key: 'visits', value: 1, window: '7d' });
    await made.happen('visit');
    await statement(
      `UPDATE state_counters SET value = 1000, resets_at = to_timestamp(($2::bigint + window_ms) / 1000::float8),
         marks = (SELECT jsonb_agg(jsonb_build_array($2::bigint + n, '1')) FROM generate_series(0, 999) n) WHERE organization_id = $1`,
      [made.id, Date.now() - 3_600_000],
    );
    expect(await made.happen('visit')).toMatchObject({ status: 'FAILED', error_code: 'unprocessable' });
    expect((await made.person()).counters).toEqual({ visits: '1000' });
    const byHand = (body: unknown) => made.api.patch('/participants/ext:ada/state/counters', body);
    expect(await byHand({ increment: { visits: 1 } })).toMatchObject({
      status: 422,
      body: { code: 'unprocessable', details: { count: 1_001, maximum: 1_000 } },
    });
    expect((await byHand({ set: { visits: 1 } })).status).toBe(200);
    expect((await made.person()).counters).toEqual({ visits: '1' });
  });
});

test('a window takes the place of a reset and the other way round, and without either the value stays', async () => {
  const ada = await subjectOf('participants');
  const read = async () => (await ada.counters.get('a')).body;
  await ada.counters.patch({ set: { a: 5 }, reset_after: { a: '1d' } });
  await ada.counters.patch({ window: { a: '7d', b: '12h' } });
  expect(await read()).toMatchObject({ value: '5', reset_after: null, window: '7d', resets_at: expect.any(String) });
  expect((await ada.counters.get('b')).body).toMatchObject({ value: '0', window: '12h', resets_at: null });
  await ada.counters.patch({ reset_after: { a: '2d' } });
  expect(await read()).toMatchObject({ value: '5', reset_after: '2d', window: null });
  await ada.counters.patch({ window: { a: '7d' }, reset_after: { a: null } });
  await ada.counters.patch({ window: { a: null } });
  expect(await read()).toMatchObject({ value: '5', reset_after: null, window: null, resets_at: null });
  await unbroken(ada);
});

test('a hundred increments at once add up exactly', async () => {
  const ada = await subjectOf('participants');
  await Promise.all(Array.from({ length: 100 }, () => ada.counters.patch({ increment: { visits: '0.1' }, window: { visits: '7d' } })));
  expect(await readings(ada)).toEqual({ visits: '10' });
  await unbroken(ada);
});
