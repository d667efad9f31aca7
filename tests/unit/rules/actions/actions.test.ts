/** What the engine decides of each kind of action, in memory. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { accountKey } from '@/domain/ledger/accounts';
import { amountOf } from '@/domain/money';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { compileRule, configurationOf } from '@/domain/rules/rule';
import { plainCounter } from '@/domain/participants/counters';
import { NO_STATE } from '@/domain/participants/subject-state';
import { decided, evaluate, NOW, PTS, rule, world } from './support';

const ACTOR = { type: 'ACTOR' } as const;
const credit = (amount: string, target: ActionSource['target'] = ACTOR) =>
  ({ type: 'CREDIT', asset_id: PTS, amount, target }) as ActionSource;
const count = (value: string | number, fields: object = {}) =>
  ({ type: 'COUNTER', key: 'points', operation: 'INCREMENT', value, target: ACTOR, ...fields }) as ActionSource;
const schedule = (fields: object = {}): ActionSource => ({
  type: 'SCHEDULE_EVENT',
  event_name: 'tick',
  payload: {},
  target: ACTOR,
  ...fields,
});

describe('a decision', () => {
  test('holds all that its actions do, and the world is as they left it', () => {
    const over = world();
    const { decision, evaluations } = decided(
      evaluate([rule([credit('2'), { type: 'TAG', tag: 'x', target: ACTOR }, count(3)])], {}, over),
    );
    expect(decision.entries).toHaveLength(1);
    expect(decision.state.map(({ change: { type, key } }) => [type, key])).toEqual([
      ['TAG', 'x'],
      ['COUNTER', 'points'],
    ]);
    expect(evaluations[0]!.actions.map(({ result }) => result)).toEqual(['APPLIED', 'APPLIED', 'APPLIED']);
    expect(over.accounts.get(accountKey('ada', 'program', PTS))?.balance.available.toFixed()).toBe('2');
    expect(over.states.get('ada')).toMatchObject({ tags: ['x'] });
  });

  test('of an event that fails is none, and the world is as it was', () => {
    const over = world();
    const outcome = evaluate([rule([credit('2'), count(1), credit('1000.01')])], {}, over);
    expect(outcome.failure?.code).toBe('max_transaction_amount_exceeded');
    expect([over.accounts.size, over.states.size]).toEqual([0, 0]);
  });

  test('of an event about nobody leaves the actor null, and an action on the actor refuses', () => {
    const nobody = { participantId: null };
    const asked = decided(
      evaluate(
        [rule([credit('1', { type: 'PARTICIPANT', external_id: 'ext-bob' })], { condition: 'participant == null && groups.size() == 0' })],
        nobody,
      ),
    );
    expect(asked.evaluations[0]).toMatchObject({ status: 'MATCHED', actions: [{ target: { type: 'PARTICIPANT', id: 'bob' } }] });
    expect(evaluate([rule([credit('1')])], nobody).failure?.code).toBe('recipient_not_found');
  });
});

describe('COUNTER', () => {
  test('lifts to the level that the counter reaches, in the same decision', () => {
    const { decision } = decided(evaluate([rule([count('99.5'), count('{{ 0.5 }}')])]));
    expect(decision.state).toMatchObject([
      { change: { type: 'COUNTER' } },
      { change: { type: 'COUNTER' } },
      { change: { type: 'TIER', key: 'status', value: { level: 'silver', rank: 1 } } },
    ]);
  });

  test('is exact, whatever decimals are added', () => {
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }), { minLength: 1, maxLength: 20 }), (parts) => {
        const values = parts.map((part) => amountOf(part).div('1e6'));
        const { evaluations } = decided(evaluate([rule(values.map((value) => count(value.toFixed(), { key: 'n' })))]));
        expect(evaluations[0]!.actions.at(-1)!.value).toBe(values.reduce((sum, value) => sum.plus(value)).toFixed());
      }),
      { numRuns: 50 },
    );
  });

  test('beyond what can be stored fails the event', () => {
    expect(evaluate([rule([count('{{ event.n }}')])], { data: { n: `1${'0'.repeat(40)}` } }).failure?.code).toBe('invalid_amount');
  });

  test('finds a window that has passed closed', () => {
    const lapsed = { ...plainCounter(amountOf(7)), resetAfterMs: 1000, resetsAt: NOW, updatedAt: new Date(0) };
    const over = world({ states: new Map([['ada', { ...NO_STATE, counters: new Map([['points', lapsed]]) }]]) });
    const { evaluations } = decided(evaluate([rule([count(1)], { condition: 'participant.counters.points == 0' })], {}, over));
    expect(evaluations[0]).toMatchObject({ status: 'MATCHED', actions: [{ value: '1' }] });
  });
});

describe('SCHEDULE_EVENT and BROADCAST', () => {
  test('make an event one step deeper, due after the delay', () => {
    const { decision } = decided(
      evaluate([rule([schedule({ delay: '1d12h', payload: { type: 'lost', n: '{{ event.n }}' } })])], { depth: 2, data: { n: 1.5 } }),
    );
    expect(decision.events).toMatchObject([
      {
        participant: { id: 'ada', externalId: 'ext-ada' },
        data: { n: 1.5, type: 'tick' },
        dueAt: new Date('2026-03-03T00:00:00.000Z'),
        cause: { eventId: 'event', depth: 3 },
      },
    ]);
  });

  test('make nothing at the fifth step, and the event completes', () => {
    const all: ActionSource = { type: 'BROADCAST', event_name: 'tick', payload: {}, target: { type: 'PROGRAM' } };
    const { decision, evaluations } = decided(evaluate([rule([schedule(), all])], { depth: 5 }));
    expect([decision.events, decision.broadcasts]).toEqual([[], []]);
    expect(evaluations[0]!.actions.map(({ result }) => result)).toEqual(['DEPTH_EXCEEDED', 'DEPTH_EXCEEDED']);
  });
});

describe('templates in JSON', () => {
  const set = (value: unknown): ActionSource => ({ type: 'SET_ATTRIBUTE', key: 'a', value, target: ACTOR }) as ActionSource;
  const filled = (value: unknown, data = {}) => decided(evaluate([rule([set(value)])], { data })).evaluations[0]!;

  test('are filled in wherever they stand, keys that look alike included', () => {
    const value = { 'a.b': '{{ 1 }}', a: { b: '{{ 2 }}', '': ['{{ "x" }}', { c: 'n = {{ event.n }}' }] }, n: 3, t: true, z: null };
    expect(filled(value, { n: 7 }).actions[0]!.value).toEqual({ 'a.b': 1, a: { b: 2, '': ['x', { c: 'n = 7' }] }, n: 3, t: true, z: null });
  });

  test('that come to too much make the rule ERROR', () => {
    expect(filled(['{{ event.t }}', '{{ event.t }}'], { t: 'x'.repeat(40_000) })).toMatchObject({
      status: 'ERROR',
      reason: 'value: the value is longer than 65536 characters of JSON',
    });
  });
});

describe('needs', () => {
  const needs = (...sources: Parameters<typeof compileRule>[0][]) => configurationOf(1, sources.map(compileRule)).needs;

  test('of plain credits are none', () => {
    expect(
      needs(rule([credit('{{ event.n * participant.balances.PTS.available }}')], { condition: '"x" in participant.tags' })),
    ).toMatchObject({
      memberships: false,
      counters: false,
      levels: false,
      changes: new Set(),
      participantIds: [],
      groupIds: [],
    });
  });

  test.each([
    ['participant.counters.n > 1', { counters: true, memberships: false }],
    ['has(recipient.tiers.status)', { counters: true }],
    ['groups.exists(g, g.counters.n > 1)', { counters: true, memberships: true }],
    ['event.kinds.exists(k, participant[k].size() > 1)', { counters: true }],
    ['groups.exists(g, g.name == "x")', { counters: false, memberships: true }],
  ])('of a condition on %s are what it reads', (condition, expected) => {
    expect(needs(rule([credit('1')], { condition }))).toMatchObject({ ...expected, levels: false });
  });

  test('of state that changes are its levels, and whom to lock; those of suspended rules are none', () => {
    const team = { type: 'GROUP', id: 'team' } as const;
    expect(needs(rule([count(1, { target: team }), { type: 'TAG', tag: 'x', target: ACTOR }]))).toMatchObject({
      counters: true,
      levels: true,
      changes: new Set(['GROUP', 'ACTOR']),
      groupIds: ['team'],
    });
    expect(needs(rule([count(1)], { status: 'SUSPENDED' }))).toMatchObject({ counters: false, levels: false, changes: new Set() });
  });

  test.each<[string, boolean, ...Parameters<typeof rule>]>([
    [
      'acts on the actor',
      false,
      [credit('1'), count(1), schedule()],
      { condition: 'program.attributes.open && participant.counters.n < 3' },
    ],
    ['acts on the recipient', true, [credit('1', { type: 'RECIPIENT' })]],
    ['acts on somebody it names', true, [credit('1', { type: 'PARTICIPANT', external_id: 'bob' })]],
    ['acts on a group', true, [credit('1', { type: 'GROUP', id: 'team' })]],
    ['changes the program', true, [{ type: 'TAG', tag: 'x', target: { type: 'PROGRAM' } }]],
    ['tells everybody', true, [{ type: 'BROADCAST', event_name: 'x', payload: {}, target: { type: 'PROGRAM' } }]],
    ['reads the recipient', true, [credit('1')], { condition: 'has(recipient.attributes.x)' }],
    ['reads groups in a template', true, [credit('{{ groups.size() }}')]],
    ['has a budget', false, [credit('1')], { budgets: [{ limit: '5', scope: 'PROGRAM', asset_id: PTS, schedule_type: null }] }],
    ['acts on the recipient, but is suspended', false, [credit('1', { type: 'RECIPIENT' })], { status: 'SUSPENDED' }],
  ])('of a rule that %s concern others than the actor: %s', (_, concernsOthers, ...written) => {
    expect(needs(rule([credit('1')]), rule(...written))).toMatchObject({ concernsOthers });
  });
});
