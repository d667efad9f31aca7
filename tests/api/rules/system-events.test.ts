/** Events that rules create: scheduled ones and broadcasts, their order, and where chains end. */
import { describe, expect, test } from 'vitest';
import type { EventRecord } from '@/contract/event';
import { statement } from '@/server/db/transaction';
import { clockJob } from '@tests/support/clock-jobs';
import { performDue, processDueEvents } from '@tests/support/jobs';
import { actionProgram, type ActionProgram } from '@tests/support/rules';

const systemEvents = async ({ api }: ActionProgram): Promise<EventRecord[]> =>
  (await api.get<{ data: EventRecord[] }>('/events?sort_dir=asc&limit=200')).body.data.filter(({ event_type }) => event_type === 'SYSTEM');

const tick = { type: 'SCHEDULE_EVENT', event_name: 'tick' };

describe('SCHEDULE_EVENT', () => {
  test('an event about the actor is made from the payload and the name, and its rules run', async () => {
    const made = await actionProgram();
    await made.on('order', {
      type: 'SCHEDULE_EVENT',
      event_name: 'thanks',
      payload: { type: 'other', of: '{{ event.number }}', text: 'No. {{ event.number }}', list: [true, '{{ 1 + 1 }}'] },
    });
    await made.on('thanks', { type: 'CREDIT', amount: '{{ event.of }}' });
    const order = await made.happen('order', { number: 7 });
    const [event] = await systemEvents(made);
    expect(event).toMatchObject({
      status: 'COMPLETED',
      external_id: 'ada',
      cause_event_id: order.id,
      event_data: { type: 'thanks', of: 7, text: 'No. 7', list: [true, 2] },
    });
    expect(order.rule_evaluations[0]!.actions).toMatchObject([{ type: 'SCHEDULE_EVENT', result: 'APPLIED', event_id: event!.id }]);
    expect((await made.balance()).available).toBe('7.00');
  });

  test('it may be about the recipient or a participant that the rule names', async () => {
    const made = await actionProgram();
    await made.enroll('bob');
    await made.on('gift', { ...tick, target: { type: 'RECIPIENT' } }, { ...tick, target: { type: 'PARTICIPANT', external_id: 'bob' } });
    await made.happen('gift', {}, { recipient_external_id: 'eve' });
    expect((await systemEvents(made)).map(({ external_id, recipient_id }) => [external_id, recipient_id])).toEqual([
      ['eve', null],
      ['bob', null],
    ]);
  });

  test('an event that fails makes none', async () => {
    const made = await actionProgram();
    await made.on('buy', tick, { type: 'DEBIT', amount: '1' });
    expect(await made.happen('buy')).toMatchObject({ status: 'FAILED' });
    expect(await systemEvents(made)).toEqual([]);
  });

  test('a delayed event waits for its time, which is its timestamp', async () => {
    const made = await actionProgram({ mode: 'SANDBOX' });
    await made.on('signup', { ...tick, delay: '7d' });
    const { processed_at } = await made.happen('signup');
    expect(await systemEvents(made)).toMatchObject([{ status: 'PENDING' }]);
    const { body } = await made.api.post<{ performed: unknown }>('/sandbox/clock/advance', { by: '8d' });
    expect(body.performed).toMatchObject({ events: 1 });
    const due = new Date(Date.parse(processed_at!) + 7 * 86_400_000).toISOString();
    expect(await systemEvents(made)).toMatchObject([{ status: 'COMPLETED', event_timestamp: due, processed_at: due }]);
  });

  test('a clock that moves over many of them does them in the order of their times', async () => {
    const made = await actionProgram({ mode: 'SANDBOX' });
    const note = (name: string, delay: string) => ({ type: 'SCHEDULE_EVENT', event_name: 'note', payload: { name }, delay });
    await made.on('start', note('third', '3d'), note('first', '1d'), note('second', '2d'), note('also first', '1d'));
    await made.addRule({ condition: 'event.type == "note"', actions: [{ type: 'SET_ATTRIBUTE', key: 'last', value: '{{ event.name }}' }] });
    await made.happen('start');
    await made.api.post('/sandbox/clock/advance', { by: '4d' });
    const { body } = await made.api.get<{ data: { new_value: unknown }[] }>('/participants/ext:ada/activity/state-history?sort_dir=asc');
    expect(body.data.map(({ new_value }) => new_value)).toEqual(['first', 'also first', 'second', 'third']);
  });

  test('rules that answer their own events end after five steps, and the last one says so', async () => {
    const made = await actionProgram();
    await made.on('tick', { type: 'CREDIT', amount: '1' }, tick);
    await made.happen('tick');
    const events = await systemEvents(made);
    expect(events.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'COMPLETED'));
    expect(events.slice(1).map(({ cause_event_id }) => cause_event_id)).toEqual(events.slice(0, 4).map(({ id }) => id));
    const last = await made.api.get(`/events/${events[4]!.id}`);
    expect(last.body).toMatchObject({
      rule_evaluations: [{ status: 'MATCHED', actions: [{ result: 'APPLIED' }, { result: 'DEPTH_EXCEEDED' }] }],
    });
    expect((await made.balance()).available).toBe('6.00');
  });

  test('an event about somebody who has been suspended meanwhile fails', async () => {
    const made = await actionProgram({ mode: 'SANDBOX' });
    await made.on('signup', { ...tick, delay: '1h' });
    await made.happen('signup');
    await made.api.patch('/participants/ext:ada', { status: 'SUSPENDED' });
    await made.api.post('/sandbox/clock/advance', { by: '2h' });
    expect(await systemEvents(made)).toMatchObject([{ status: 'FAILED', error_code: 'participant_suspended' }]);
  });
});

const broadcast = (fields: Record<string, unknown> = {}) => ({
  type: 'BROADCAST',
  event_name: 'news',
  payload: { from: '{{ participant.external_id }}' },
  ...fields,
});

/** Enrolls `count` participants at once. */
const enrollMany = (made: ActionProgram, count: number) =>
  statement(
    `WITH people AS (
       INSERT INTO participants (id, organization_id, external_id, created_at, updated_at)
       SELECT gen_random_uuid(), $1, 'person-' || n, now(), now() FROM generate_series(1, $3) n RETURNING id)
     INSERT INTO program_participants (organization_id, program_id, participant_id, enrolled_at) SELECT $1, $2, id, now() FROM people`,
    [made.id, made.program.id, count],
  );

const told = (made: ActionProgram) =>
  statement<{ external_id: string; times: number }>(
    `SELECT external_id, count(*)::int AS times FROM events WHERE organization_id = $1 AND event_type = 'SYSTEM' GROUP BY external_id`,
    [made.id],
  );

describe('BROADCAST', () => {
  test('each active participant of the program gets one event, made from what the actor was', async () => {
    const made = await actionProgram();
    const [bob] = await made.enroll('bob', 'eve');
    await made.api.post('/participants', { external_id: 'stranger' });
    await made.api.patch(`/participants/${bob!.id}`, { status: 'SUSPENDED' });
    await made.on('announce', broadcast());
    await made.on('news', { type: 'TAG', tag: 'told-by-{{ event.from }}'.slice(0, 7) });
    expect(await made.outcomes('announce')).toMatchObject([
      { type: 'BROADCAST', result: 'APPLIED', target: { type: 'PROGRAM', id: made.program.id } },
    ]);
    expect(await performDue(made.id, clockJob('run-broadcasts'))).toBe(1);
    await processDueEvents(made.id);
    const events = await systemEvents(made);
    expect(events.map(({ external_id }) => external_id).sort()).toEqual(['ada', 'eve']);
    expect(events).toMatchObject(events.map(() => ({ status: 'COMPLETED', event_data: { type: 'news', from: 'ada' } })));
    expect((await made.person('eve')).tags).toEqual(['told-by']);
  });

  test('to a group it reaches the active members alone', async () => {
    const made = await actionProgram();
    const [bob, eve, max] = await made.enroll('bob', 'eve', 'max');
    const team = await made.group(bob!, eve!, max!);
    await made.api.delete(`/groups/${team.id}/members/${max!.id}`);
    await made.on('announce', broadcast({ target: { type: 'GROUP', id: team.id } }));
    await made.happen('announce');
    await performDue(made.id, clockJob('run-broadcasts'));
    expect((await told(made)).map(({ external_id }) => external_id).sort()).toEqual(['bob', 'eve']);
  });

  test('of a thousand participants each gets exactly one, though its worker ended on the way and others took over at once', async () => {
    const made = await actionProgram();
    await enrollMany(made, 1_000);
    await made.on('announce', broadcast());
    await made.happen('announce');
    const step = (signal: AbortSignal) =>
      clockJob('run-broadcasts').run({
        clock: { now: () => new Date() },
        organization: { id: made.id, now: new Date() },
        limit: 300,
        signal,
      });
    expect(await step(AbortSignal.abort())).toEqual({ performed: 0, more: false });
    expect(await step(new AbortController().signal)).toEqual({ performed: 1, more: true });
    expect(await told(made)).toHaveLength(300);
    await Promise.all(Array.from({ length: 4 }, () => step(new AbortController().signal)));
    await performDue(made.id, clockJob('run-broadcasts'));
    const all = await told(made);
    expect(all).toHaveLength(1_001);
    expect(all.filter(({ times }) => times !== 1)).toEqual([]);
    const [row] = await statement('SELECT event_count, completed_at IS NOT NULL AS completed FROM broadcasts WHERE organization_id = $1', [
      made.id,
    ]);
    expect(row).toEqual({ event_count: 1_001, completed: true });
    expect(await processDueEvents(made.id)).toBe(1_001);
  });

  test('a broadcast that answers broadcasts ends after five steps', async () => {
    const made = await actionProgram();
    await made.on('news', broadcast());
    await made.happen('news');
    while ((await performDue(made.id, clockJob('run-broadcasts'))) > 0) await processDueEvents(made.id);
    expect(await told(made)).toEqual([{ external_id: 'ada', times: 5 }]);
  });

  test('a sandbox clock that is moved finishes it and its events', async () => {
    const made = await actionProgram({ mode: 'SANDBOX' });
    await made.enroll('bob');
    await made.on('signup', { ...tick, delay: '1d' });
    await made.on('tick', broadcast());
    await made.happen('signup');
    const { body } = await made.api.post<{ performed: unknown }>('/sandbox/clock/advance', { by: '2d' });
    expect(body.performed).toMatchObject({ broadcasts: 1, events: 3 });
  });
});

test('a rule is refused whose delay is no duration, whose event has no name, or whose target cannot listen', async () => {
  const { api, program } = await actionProgram();
  const save = (action: Record<string, unknown>) =>
    api.post('/rules', { program_id: program.id, name: 'R', condition: 'true', actions: [action] });
  const refused = (field: string) => ({ status: 400, body: { code: 'validation_error', param: `actions[0].${field}` } });
  expect(await save({ ...tick, delay: 'soon' })).toMatchObject(refused('delay'));
  expect(await save({ ...tick, event_name: ' ' })).toMatchObject(refused('event_name'));
  expect(await save({ ...tick, target: { type: 'PROGRAM' } })).toMatchObject(refused('target.type'));
  expect(await save(broadcast({ target: { type: 'ACTOR' } }))).toMatchObject(refused('target.type'));
  expect(await save({ ...tick, payload: { a: ['{{ 1 + }}'] } })).toMatchObject(refused('payload.a[0]'));
  expect(await save({ ...tick, payload: { a: 'x'.repeat(16_384) } })).toMatchObject(refused('payload'));
});
