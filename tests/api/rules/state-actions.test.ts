/** What rules do to state: tags, attributes, counters and levels of each kind of target, and what later rules see of it. */
import { describe, expect, test } from 'vitest';
import { processDueEvents } from '@tests/support/jobs';
import { actionProgram, type ActionProgram } from '@tests/support/rules';

const historyOf = async ({ api }: ActionProgram, subject: string) =>
  (await api.get<{ data: Record<string, unknown>[] }>(`/${subject}/activity/state-history?sort_dir=asc`)).body.data;

describe('TAG and UNTAG', () => {
  test('a rule puts a tag on and takes it off, and the history names event and rule', async () => {
    const made = await actionProgram();
    await made.on('join', { type: 'TAG', tag: 'VIP' });
    await made.on('leave', { type: 'UNTAG', tag: 'vip' });
    const joined = await made.happen('join');
    expect(joined.rule_evaluations[0]!.actions).toMatchObject([{ type: 'TAG', result: 'APPLIED', key: 'vip' }]);
    expect((await made.person()).tags).toEqual(['vip']);
    expect(await made.outcomes('join')).toMatchObject([{ result: 'UNCHANGED' }]);
    expect(await made.outcomes('leave')).toMatchObject([{ type: 'UNTAG', result: 'APPLIED', key: 'vip' }]);
    expect(await historyOf(made, 'participants/ext:ada')).toMatchObject([
      {
        state_type: 'TAG',
        operation: 'ADD',
        key: 'vip',
        source: 'RULE',
        event_id: joined.id,
        rule_id: joined.rule_evaluations[0]!.rule_id,
      },
      { state_type: 'TAG', operation: 'REMOVE', key: 'vip', source: 'RULE' },
    ]);
  });
});

describe('SET_ATTRIBUTE', () => {
  test('one whole expression keeps its type, text with holes is text, and other JSON is filled in place', async () => {
    const made = await actionProgram();
    const set = (key: string, value: unknown) => ({ type: 'SET_ATTRIBUTE', key, value });
    await made.on(
      'profile',
      set('age', '{{ event.age }}'),
      set('greeting', 'Hello {{ event.name }}'),
      set('last', { at: '{{ event.name }}', seen: [1, '{{ event.age }}', null] }),
      set('none', null),
    );
    await made.happen('profile', { age: 41, name: 'Ada' });
    expect((await made.person()).attributes).toEqual({
      age: 41,
      greeting: 'Hello Ada',
      last: { at: 'Ada', seen: [1, 41, null] },
      none: null,
    });
  });

  test('a template that reads what is absent makes the rule ERROR, names its place, and nothing of the rule happens', async () => {
    const made = await actionProgram();
    await made.on('profile', { type: 'TAG', tag: 'seen' }, { type: 'SET_ATTRIBUTE', key: 'x', value: { a: ['{{ event.gone }}'] } });
    const { status, rule_evaluations } = await made.happen('profile');
    expect({ status, evaluation: rule_evaluations[0] }).toMatchObject({
      status: 'COMPLETED',
      evaluation: { status: 'ERROR', reason: 'value.a[0]: event.gone is absent' },
    });
    expect((await made.person()).tags).toEqual([]);
  });

  test('a text that cannot be stored makes the rule ERROR', async () => {
    const made = await actionProgram();
    await made.on('profile', { type: 'SET_ATTRIBUTE', key: 'x', value: '{{ "a\\u0000b" }}' });
    expect(await made.happen('profile')).toMatchObject({
      status: 'COMPLETED',
      rule_evaluations: [{ status: 'ERROR', reason: 'value: the text holds characters that cannot be stored' }],
    });
  });
});

describe('COUNTER', () => {
  test('a rule sets and increments counters exactly, and later rules and events read what it left', async () => {
    const made = await actionProgram();
    await made.on(
      'visit',
      { type: 'COUNTER', key: 'visits', value: 1 },
      { type: 'COUNTER', key: 'spent', value: '{{ event.amount * 0.1 }}' },
    );
    await made.addRule({ condition: 'event.type == "visit" && participant.counters.visits == 3', amount: '5' });
    await made.on('reset', { type: 'COUNTER', key: 'visits', operation: 'SET', value: '-0.5' });
    for (let visit = 0; visit < 2; visit++) await made.send({ event_data: { type: 'visit', amount: 0.3 } });
    const third = await made.happen('visit', { amount: 0.1 });
    expect(third.rule_evaluations.slice(0, 2)).toMatchObject([
      {
        actions: [
          { result: 'APPLIED', key: 'visits', value: '3' },
          { key: 'spent', value: '0.07' },
        ],
      },
      { status: 'MATCHED' },
    ]);
    expect((await made.balance()).available).toBe('5.00');
    expect(await made.outcomes('reset')).toMatchObject([{ key: 'visits', value: '-0.5' }]);
    expect((await made.person()).counters).toEqual({ visits: '-0.5', spent: '0.07' });
  });

  test('a counter with a window reads 0 once the window has passed', async () => {
    const made = await actionProgram({ mode: 'SANDBOX' });
    await made.on('visit', { type: 'COUNTER', key: 'today', value: '1', reset_after: '1d' });
    expect(await made.outcomes('visit')).toMatchObject([{ value: '1' }]);
    expect(await made.outcomes('visit')).toMatchObject([{ value: '2' }]);
    await made.api.post('/sandbox/clock/advance', { by: '25h' });
    expect(await made.outcomes('visit')).toMatchObject([{ value: '1' }]);
  });

  test('hundreds of events in batches and one by one add up', async () => {
    const made = await actionProgram();
    await made.on('visit', { type: 'COUNTER', key: 'visits', value: '{{ 1 }}', target: { type: 'PROGRAM' } });
    for (let at = 0; at < 120; at++) await made.send({ external_id: `person-${at % 7}`, event_data: { type: 'visit' } });
    await made.happen('visit');
    const { body } = await made.api.get<{ data: unknown[] }>(`/programs/${made.program.id}/state/counters`);
    expect(body.data).toMatchObject([{ key: 'visits', value: '121' }]);
  });

  test('increments by hand and by rules at once add up', async () => {
    const made = await actionProgram();
    await made.enroll('ada');
    await made.on('visit', { type: 'COUNTER', key: 'visits', value: 1 });
    const byHand = () => made.api.patch('/participants/ext:ada/state/counters', { increment: { visits: 1 } });
    const byRule = () => made.happen('visit');
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => (at % 3 === 0 ? byRule() : byHand())));
    expect(answers).toHaveLength(60);
    await processDueEvents(made.id);
    expect((await made.person()).counters).toEqual({ visits: '60' });
  });
});

describe('targets of state', () => {
  test('recipients, named participants, groups and the program are changed alike', async () => {
    const made = await actionProgram();
    const [bob] = await made.enroll('bob');
    const team = await made.group(bob!);
    await made.on(
      'merge',
      { type: 'TAG', tag: 'reviewer', target: { type: 'RECIPIENT' } },
      { type: 'COUNTER', key: 'merges', value: '1', target: { type: 'PARTICIPANT', external_id: 'bob' } },
      { type: 'SET_ATTRIBUTE', key: 'latest', value: '{{ participant.external_id }}', target: { type: 'GROUP', id: team.id } },
      { type: 'TAG', tag: 'busy', target: { type: 'PROGRAM' } },
    );
    await made.addRule({ condition: '"busy" in program.tags && "reviewer" in recipient.tags', amount: '1' });
    const event = await made.happen('merge', {}, { recipient_external_id: 'eve' });
    expect(event.rule_evaluations).toMatchObject([{ status: 'MATCHED' }, { status: 'MATCHED' }]);
    expect((await made.person('eve')).tags).toEqual(['reviewer']);
    expect((await made.person('bob')).counters).toEqual({ merges: '1' });
    expect((await made.api.get(`/groups/${team.id}`)).body).toMatchObject({ attributes: { latest: 'ada' } });
    expect(event.rule_evaluations[0]!.actions.map(({ target }) => target?.type)).toEqual([
      'PARTICIPANT',
      'PARTICIPANT',
      'GROUP',
      'PROGRAM',
    ]);
  });

  test('members see the state of their group as earlier events of the batch left it', async () => {
    const made = await actionProgram();
    const [bob] = await made.enroll('bob');
    const team = await made.group(bob!);
    await made.on('win', { type: 'COUNTER', key: 'wins', value: '1', target: { type: 'GROUP', id: team.id } });
    await made.addRule({ condition: 'event.type == "win" && groups.exists(g, g.counters.wins == 2)', amount: '1' });
    await made.send({ external_id: 'bob', event_data: { type: 'win' } });
    expect((await made.happen('win', {}, { external_id: 'bob' })).rule_evaluations).toMatchObject([
      { status: 'MATCHED' },
      { status: 'MATCHED' },
    ]);
  });
});

test('an event that fails leaves the state as it was, for the next event of the batch too', async () => {
  const made = await actionProgram();
  await made.on('buy', { type: 'TAG', tag: 'buyer' }, { type: 'COUNTER', key: 'buys', value: '1' }, { type: 'DEBIT', amount: '1' });
  await made.on('look', { type: 'SET_ATTRIBUTE', key: 'seen', value: '{{ participant.counters.buys }}' });
  await made.send({ event_data: { type: 'buy' } });
  await made.happen('look');
  expect(await made.person()).toMatchObject({ tags: [], counters: {}, attributes: { seen: 0 } });
  expect(await historyOf(made, 'participants/ext:ada')).toHaveLength(1);
});
