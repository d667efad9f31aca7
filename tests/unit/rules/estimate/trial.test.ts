/** A draft is tried in its place among the rules of its program, and with the other rules that one event can match as well. */
import { describe, expect, test } from 'vitest';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { Logic } from '@/domain/rules/analyse/logic';
import { relationOf, type RuleRelation } from '@/domain/rules/analyse/relation';
import { assumptionsOf } from '@/domain/rules/estimate/assumptions';
import { shareOf } from '@/domain/rules/estimate/shared-events';
import { presentNeedsOf, trialOf } from '@/domain/rules/estimate/trial';
import { compileCondition } from '@/domain/rules/condition';
import { compileRule, configurationOf, type CompiledRule, type RuleSource } from '@/domain/rules/rule';
import { decided, evaluate, NOW, PTS, rule, world } from '../actions/support';

const credit = (amount: string) => ({ type: 'CREDIT', asset_id: PTS, amount, target: { type: 'ACTOR' } }) as unknown as ActionSource;
const made = (name: string, fields: Partial<RuleSource> = {}) => compileRule(rule([credit('5')], { name, ...fields }));
const names = (rules: readonly CompiledRule[]) => rules.map(({ name }) => name);

const stopper = made('stopper', { stopAfterMatch: true });
const other = made('other');
const elsewhere = made('elsewhere', { ruleSetId: 'second', stopAfterMatch: true });
const suspended = made('suspended', { status: 'SUSPENDED' });
const stored = configurationOf(3, [stopper, other, suspended, elsewhere]);

describe('a draft is tried', () => {
  test('as the last rule of its set if it is new, behind those that can stop its set', () => {
    const trial = trialOf(stored, made('draft'), NOW);
    expect(names(trial.together.rules)).toEqual(['stopper', 'other', 'draft', 'elsewhere']);
    expect(names(trial.alone.rules)).toEqual(['stopper', 'draft']);
    expect(trial.alone.rules[0]?.actions).toEqual([]);
  });

  test('in the place of the stored rule that it changes', () => {
    const trial = trialOf(stored, { ...made('draft'), id: stopper.id }, NOW);
    expect(names(trial.together.rules)).toEqual(['draft', 'other', 'elsewhere']);
    expect(names(trial.alone.rules)).toEqual(['draft']);
  });

  test('as if it had always been active, with its intervals reaching back to the first event', () => {
    const budgets = [{ asset_id: PTS, scope: 'PROGRAM', limit: '9', schedule_type: 'INTERVAL', interval: '7d' }] as const;
    const draft = made('draft', { status: 'SUSPENDED', activeFrom: NOW, budgets });
    const from = new Date('2026-02-01T00:00:00Z');
    const { draft: tried, programBudgets } = trialOf(stored, draft, from);
    expect(tried).toMatchObject({ status: 'ACTIVE', activeFrom: null, activeTo: null, budgets: [] });
    expect(programBudgets[0]?.period(from).end).toEqual(new Date('2026-02-01T12:00:00Z'));
    expect(programBudgets[0]?.period(NOW).start).toEqual(NOW);
  });

  test('on events of its types alone', () => {
    expect(trialOf(stored, made('draft', { condition: 'event.type in ["b", "a"]' }), NOW).eventTypes).toEqual(['a', 'b']);
    expect(trialOf(stored, made('draft'), NOW).eventTypes).toBeNull();
  });
});

test.each([
  ['event.n > 5', [], { state: false, balances: false }],
  ['"vip" in participant.tags', [], { state: true, balances: false }],
  ['event.n > 5', [{ type: 'HOLD', asset_id: PTS, amount: '5', reference_id: 'r', target: { type: 'ACTOR' } }], { balances: true }],
  ['event.n > 5', [{ type: 'TAG', tag: 'seen', target: { type: 'ACTOR' } }], { state: true }],
])('a draft with %s and %j has no more loaded than it needs', (condition, actions, needs) => {
  const draft = compileRule(rule([credit('5'), ...(actions as unknown as ActionSource[])], { condition }));
  expect(presentNeedsOf(trialOf(configurationOf(1, []), draft, NOW).alone)).toMatchObject(needs);
});

describe('what an estimate takes for granted', () => {
  const codes = (draft: CompiledRule, configuration = configurationOf(1, [])) =>
    assumptionsOf(draft, trialOf(configuration, draft, NOW), world().assets).map(({ code }) => code);
  const limited = (scope: 'PROGRAM' | 'PARTICIPANT') => ({ budgets: [{ asset_id: PTS, scope, limit: '9', schedule_type: null }] });

  test.each([
    ['little, for a rule without state, dates and budgets', {}, ['RECEIVED_EVENTS']],
    ['its dates', { activeTo: NOW }, ['RECEIVED_EVENTS', 'ALWAYS_ACTIVE']],
    ['state as it is', { condition: 'participant.counters.n > 1.0' }, ['RECEIVED_EVENTS', 'PRESENT_STATE']],
    ['how program budgets are applied', limited('PROGRAM'), ['RECEIVED_EVENTS', 'PROGRAM_BUDGETS']],
    ['how participant budgets are applied', limited('PARTICIPANT'), ['RECEIVED_EVENTS', 'PARTICIPANT_BUDGETS']],
  ])('is %s', (_, fields, expected) => expect(codes(made('draft', fields))).toEqual(expected));

  test('is told of rules that stop its set', () => expect(codes(made('draft'), stored)).toContain('STOPPED_SETS'));
});

test.each<[string, string, RuleRelation | null]>([
  ['event.n > 5', 'event.n > 5', 'SAME'],
  ['event.n > 5', 'event.n > 1', 'CONTAINS'],
  ['event.n > 1', 'event.n > 5', 'CONTAINED'],
  ['event.n > 1', 'event.m > 5', 'OVERLAPS'],
  ['event.type == "a"', 'event.type == "b"', null],
])('to %s, %s is %s', (own, another, expected) => {
  expect(relationOf(Logic.of(compileCondition(own)), Logic.of(compileCondition(another)))).toBe(expected);
});

test('rules that share the events of a draft are listed with what each gives, and those that never did are left out', () => {
  const draft = rule([credit('5')], { condition: 'event.n > 1' });
  const double = rule([credit('10')], { condition: 'event.n > 2' });
  const never = rule([credit('1')], { condition: 'event.m > 2' });
  const compiled = [draft, double, never].map(compileRule);
  const [own, first, second] = compiled as [CompiledRule, CompiledRule, CompiledRule];
  const outcomes = [2, 3, 4].map((n) => decided(evaluate([draft, double, never], { data: { n, m: 0 } })));
  const relations = new Map<CompiledRule, RuleRelation>([
    [second, 'OVERLAPS'],
    [first, 'CONTAINED'],
  ]);
  const share = shareOf(own, relations, outcomes);
  expect([share.events, share.draft.get(PTS)?.toFixed(), share.others.get(PTS)?.toFixed()]).toEqual([3, '15', '20']);
  expect(share.rules.map(({ rule: { id }, events }) => [id, events])).toEqual([[double.id, 2]]);
});
