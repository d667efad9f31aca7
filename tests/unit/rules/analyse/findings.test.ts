/** Each finding is reported where it holds, and not where it just fails to. */
import { describe, expect, test } from 'vitest';
import { nearest } from '@/domain/nearest';
import { findingsAbout } from '@/domain/rules/analyse';
import type { AnalysedRule, Finding, KnownKeys, AnalysisSurroundings } from '@/domain/rules/analyse/finding';
import type { BudgetSource } from '@/domain/rules/budget';
import { compileRule, type ActionSource, type RuleSource } from '@/domain/rules/rule';

const [PTS, CASH, OLD] = [
  '00000000-0000-4000-8000-00000000000a',
  '00000000-0000-4000-8000-00000000000b',
  '00000000-0000-4000-8000-00000000000c',
];
const NOW = new Date('2026-03-01T12:00:00Z');
const SET = '00000000-0000-4000-8000-0000000000ff';

const keys = (
  known: Partial<Record<'participant' | 'group' | 'program', Partial<Record<'counter' | 'attribute' | 'tag', string[]>>>>,
): KnownKeys => {
  const of = (scope: 'participant' | 'group' | 'program') => ({
    counter: new Set(known[scope]?.counter),
    attribute: new Set(known[scope]?.attribute),
    tag: new Set(known[scope]?.tag),
  });
  return { participant: of('participant'), group: of('group'), program: of('program') };
};

const SURROUNDINGS: AnalysisSurroundings = {
  now: NOW,
  assets: new Map([
    [PTS, { symbol: 'PTS', scale: 2, archived: false, unlimited: true }],
    [CASH, { symbol: 'CASH', scale: 2, archived: false, unlimited: false }],
    [OLD, { symbol: 'OLD', scale: 2, archived: true, unlimited: true }],
  ]),
  tiers: new Map([
    ['status', { archived: false }],
    ['former', { archived: true }],
  ]),
  keys: keys({ participant: { counter: ['visits'], tag: ['vip'] }, program: { attribute: ['season'] } }),
  failures: new Map(),
  observed: { paths: new Set(['type', 'amount', 'user', 'user.login']), sampleSize: 40 },
};

let count = 0;
const credit = (fields: Record<string, unknown> = {}) =>
  ({ type: 'CREDIT', asset_id: PTS, amount: '10', target: { type: 'ACTOR' }, ...fields }) as unknown as ActionSource;
const budget = (scope: 'PROGRAM' | 'PARTICIPANT', asset_id = PTS): BudgetSource => ({ asset_id, scope, limit: '100', schedule_type: null });

function rule(
  condition: string,
  { actions = [credit({ asset_id: CASH })], ...fields }: Partial<Omit<RuleSource, 'condition'>> = {},
): AnalysedRule {
  count += 1;
  const source: RuleSource = {
    id: `rule-${count}`,
    ruleSetId: SET,
    name: `Rule ${count}`,
    version: 1,
    status: 'ACTIVE',
    condition,
    actions,
    activeFrom: null,
    activeTo: null,
    stopAfterMatch: false,
    budgets: [],
    createdAt: NOW,
    ...fields,
  };
  return { ruleId: source.id, ruleSetId: source.ruleSetId, clientRef: null, rule: compileRule(source) };
}

/** The findings about the last of the rules. */
function about(rules: AnalysedRule[], changes: Partial<AnalysisSurroundings> = {}): Finding[] {
  return findingsAbout(rules.at(-1)!, { rules, surroundings: { ...SURROUNDINGS, ...changes } });
}
const codes = (rules: AnalysedRule[], changes: Partial<AnalysisSurroundings> = {}) => about(rules, changes).map(({ code }) => code);

test('a finding names its rule, what it is about, and what may have been meant', () => {
  const mistyped = rule('event.type == "visit" && participant.counters.vists > 3');
  expect(about([mistyped])).toEqual([
    {
      code: 'unknown_state_key',
      kind: 'counter',
      scope: 'participant',
      key: 'vists',
      suggestion: 'visits',
      message:
        'The rule reads the counter "vists" of the participant, which no rule of the program changes and nobody has. Did you mean "visits"?',
      ruleId: mistyped.ruleId,
      ruleSetId: SET,
      clientRef: null,
    },
  ]);
});

describe('keys of state', () => {
  test.each([
    ['"vip" in participant.tags', []],
    ['"VIP" in recipient.tags', [['tag', 'recipient', 'VIP', 'vip']]],
    ['"vip" in program.tags', [['tag', 'program', 'vip', null]]],
    ['program.attributes.saeson == "x"', [['attribute', 'program', 'saeson', 'season']]],
    ['participant.tiers.status.rank > 1', []],
    ['participant.tiers.statsu.rank > 1', [['tier', 'participant', 'statsu', 'status']]],
    ['participant.balances.PTS.available > 1', []],
    ['participant.balances.PTX.available > 1', [['balance', 'participant', 'PTX', 'PTS']]],
    ['groups.exists(g, g.counters.wins > 1)', [['counter', 'group', 'wins', null]]],
  ])('%s', (condition, expected) => {
    expect(about([rule(condition)]).map(({ kind, scope, key, suggestion }) => [kind, scope, key, suggestion])).toEqual(expected);
  });

  test('a key that another rule of the program sets is known, for the subject that it sets it on', () => {
    const setter = rule('event.type == "x"', {
      actions: [{ type: 'COUNTER', key: 'streak', operation: 'INCREMENT', value: 1, target: { type: 'ACTOR' } }],
    });
    expect(codes([setter, rule('participant.counters.streak > 1')])).toEqual([]);
    expect(codes([setter, rule('program.counters.streak > 1')])).toEqual(['unknown_state_key']);
  });
});

describe('what rules do not see', () => {
  test.each([
    ['participant.tag == "vip"', [['participant', 'tag', 'tags']]],
    ['recipient.externalId == "ada"', [['recipient', 'externalId', 'external_id']]],
    ['program.name == "Club"', [['program', 'name', null]]],
    ['participant.tiers.status.levle == "gold"', [['participant', 'tiers.status.levle', 'level']]],
    ['participant.balances["PTS"].availabel > 1', [['participant', 'balances.PTS.availabel', 'available']]],
    ['groups.exists(g, g.rol == "ADMIN")', [['group', 'rol', 'role']]],
    ['participant.external_id == "ada" && groups[0].name == "Club" && program.id != ""', []],
    ['participant.attributes.address.city == "Berlin"', []],
  ])('%s', (condition, expected) => {
    const found = about([rule(condition)]).filter(({ code }) => code === 'unknown_member');
    expect(found.map(({ scope, key, suggestion }) => [scope, key, suggestion])).toEqual(expected);
  });

  test('the message says what to read instead', () => {
    const [{ message } = { message: '' }] = about([rule('participant.email == "a@b.c"')]);
    expect(message).toContain('It can read id, external_id, enrolled_at, tags, attributes, counters, tiers, balances.');
  });
});

test('a field that no sampled event has is told with the nearest that there is, and not without a sample', () => {
  const mistyped = rule('event.user.logn == "ada"');
  expect(about([mistyped])).toMatchObject([
    { code: 'referenced_event_field_never_observed', kind: 'event_field', key: 'user.logn', suggestion: 'user.login' },
  ]);
  expect(codes([mistyped], { observed: null })).toEqual([]);
  expect(codes([mistyped], { observed: { paths: new Set(), sampleSize: 0 } })).toEqual([]);
});

test('a constant condition is told, and which way it is constant', () => {
  expect(about([rule('event.type == "a" && event.type == "b"')])).toMatchObject([
    { code: 'constant_condition', message: expect.stringContaining('never') },
  ]);
  expect(about([rule('1 == 1')])).toMatchObject([{ code: 'constant_condition', message: expect.stringContaining('always true') }]);
});

describe('reachability', () => {
  const stopping = (condition: string, fields = {}) => rule(condition, { stopAfterMatch: true, ...fields });
  test.each<[string, AnalysedRule[], boolean]>([
    ['a rule after one that always matches and stops', [stopping('true'), rule('event.amount > 1')], true],
    ['a rule with the condition of one that stops', [stopping('event.type == "a"'), rule('"a" == event["type"]')], true],
    ['a narrower rule after one that stops', [stopping('event.amount > 1'), rule('event.amount > 10')], true],
    ['a rule before it', [rule('true', { stopAfterMatch: false }), rule('event.amount > 1')], false],
    ['a wider rule after one that stops', [stopping('event.amount > 10'), rule('event.amount > 1')], false],
    ['a rule of another set', [stopping('true', { ruleSetId: 'other' }), rule('event.amount > 1')], false],
    ['a rule after a suspended one', [stopping('true', { status: 'SUSPENDED' }), rule('event.amount > 1')], false],
    ['a rule after one of a shorter time', [stopping('true', { activeTo: new Date('2027-01-01') }), rule('event.amount > 1')], false],
    [
      'a rule after one that asks for state, which may change',
      [stopping('participant.counters.visits == 1'), rule('participant.counters.visits == 1')],
      false,
    ],
    ['a rule whose time is over', [rule('event.amount > 1', { activeTo: NOW })], true],
    ['a rule whose time is to come', [rule('event.amount > 1', { activeFrom: new Date('2027-01-01') })], false],
  ])('%s', (_, rules, expected) => {
    expect(codes(rules).includes('unreachable_rule')).toBe(expected);
  });
});

describe('double credits', () => {
  const crediting = (condition: string, fields: Partial<RuleSource> = {}) => rule(condition, { actions: [credit()], ...fields });
  test.each<[string, AnalysedRule[], string | null]>([
    ['the same condition', [crediting('event.amount > 1'), crediting('event.amount>1')], 'exactly the same events'],
    ['a narrower condition', [crediting('event.amount > 1'), crediting('event.amount > 2')], 'matches every event that this rule matches'],
    ['a wider condition', [crediting('event.amount > 2'), crediting('event.amount > 1')], 'This rule matches every event'],
    [
      'the same type of event',
      [crediting('event.type == "a" && event.amount > 1'), crediting('event.type == "a" && event.user.login == "ada"')],
      'same type of event',
    ],
    [
      'the same type, amounts apart',
      [crediting('event.type == "a" && event.amount > 10'), crediting('event.type == "a" && event.amount <= 10')],
      null,
    ],
    ['different types', [crediting('event.type == "a"'), crediting('event.type == "b"')], null],
    ['conditions that have nothing in common', [crediting('event.amount > 1'), crediting('event.user.login == "ada"')], null],
    ['different assets', [crediting('event.amount > 1'), rule('event.amount > 1')], null],
    [
      'different targets',
      [crediting('event.amount > 1'), crediting('event.amount > 1', { actions: [credit({ target: { type: 'RECIPIENT' } })] })],
      null,
    ],
    ['one of them suspended', [crediting('event.amount > 1', { status: 'SUSPENDED' }), crediting('event.amount > 1')], null],
    ['one of them stopping the set', [crediting('event.amount > 2', { stopAfterMatch: true }), crediting('event.amount > 1')], null],
    [
      'one after the other in time',
      [crediting('event.amount > 1', { activeTo: NOW }), crediting('event.amount > 1', { activeFrom: NOW })],
      null,
    ],
  ])('%s', (_, rules, expected) => {
    const found = about(rules).filter(({ code }) => code === 'double_credit');
    expect(found).toHaveLength(expected === null ? 0 : 1);
    if (expected !== null) expect(found[0]).toMatchObject({ key: rules[0]?.ruleId, message: expect.stringContaining(expected) });
  });
});

describe('unbounded issuance', () => {
  test.each<[string, string, boolean]>([
    ['10', 'event.amount > 1', false],
    ['{{ event.amount }}', 'event.amount > 1', true],
    ['{{ event.amount * 0.05 }}', 'event.amount > 1', true],
    ['{{ event.amount * 0.05 }}', 'event.amount > 1 && event.amount <= 1000', false],
    ['{{ event.amount * -0.05 }}', 'event.amount > 1', false],
    ['{{ math.least(20, event.amount * 0.1) }}', 'event.amount > 1', false],
    ['{{ math.greatest(20, event.amount) }}', 'event.amount > 1', true],
    ['{{ event.amount > 100 ? 5 : 1 }}', 'event.amount > 1', false],
    ['{{ event.amount > 100 ? event.amount : 1 }}', 'event.amount > 1', true],
    ['{{ event.amount % 7 }}', 'event.amount > 1', false],
    ['{{ 100 / event.amount }}', 'event.amount > 2', false],
    ['{{ 100 / event.amount }}', 'event.amount < 2', true],
    ['{{ 100 - event.amount }}', 'event.amount > 2', false],
    ['{{ size(event.user.login) * 0.01 }}', 'event.amount > 2', true],
  ])('%s where %s: %s', (amount, condition, expected) => {
    expect(codes([rule(condition, { actions: [credit({ amount })] })]).includes('unbudgeted_issuance')).toBe(expected);
  });

  test('a budget of any scope, a wallet or a limit of the asset ends it; a budget of another asset does not', () => {
    const actions = [credit({ amount: '{{ event.amount }}' })];
    for (const scope of ['PROGRAM', 'PARTICIPANT'] as const)
      expect(codes([rule('event.amount > 1', { actions, budgets: [budget(scope)] })])).toEqual([]);
    expect(codes([rule('event.amount > 1', { actions: [credit({ asset_id: CASH, amount: '{{ event.amount }}' })] })])).toEqual([]);
    expect(about([rule('event.amount > 1', { actions, budgets: [budget('PROGRAM', CASH)] })])).toMatchObject([
      { code: 'unbudgeted_issuance', kind: 'asset', key: 'PTS' },
    ]);
  });
});

describe('cycles of events', () => {
  const making = (condition: string, event_name: string, payload: Record<string, unknown> = {}, type = 'SCHEDULE_EVENT') =>
    rule(condition, {
      actions: [{ type, event_name, payload, target: { type: type === 'BROADCAST' ? 'PROGRAM' : 'ACTOR' } } as unknown as ActionSource],
    });
  test.each<[string, AnalysedRule[], string | null]>([
    ['a rule that its own events match', [making('event.type == "ping"', 'ping')], 'match again:'],
    ['a rule that everything matches', [making('true', 'ping')], 'match again:'],
    ['a broadcast to everybody', [making('event.type in ["ping", "pong"]', 'ping', {}, 'BROADCAST')], 'match again:'],
    ['a rule that its own events do not match', [making('event.type == "ping"', 'pong')], null],
    ['a way back through another rule', [making('event.type == "pong"', 'ping'), making('event.type == "ping"', 'pong')], 'through "Rule'],
    [
      'a way back through a suspended rule',
      [making('event.type == "pong"', 'ping'), making('event.type == "ping"', 'pong')].map((made, index) =>
        index === 0 ? { ...made, rule: { ...made.rule, status: 'SUSPENDED' as const } } : made,
      ),
      null,
    ],
    ['a condition on a field that its events lack', [making('event.type == "ping" && event.amount > 1', 'ping')], null],
    ['a condition that asks for such a field to be absent', [making('event.type == "ping" && !has(event.amount)', 'ping')], 'match again:'],
    ['a field whose value rules it out', [making('event.amount > 1', 'ping', { amount: 1 })], null],
    ['a field that only the event decides', [making('event.amount > 1', 'ping', { amount: '{{ event.amount - 1 }}' })], 'match again:'],
    ['a flag that is written out', [making('event.type == "ping" && !event.again', 'ping', { again: true })], null],
  ])('%s', (_, rules, expected) => {
    const found = about(rules, { observed: null }).filter(({ code }) => code === 'event_cycle');
    expect(found).toHaveLength(expected === null ? 0 : 1);
    if (expected !== null) expect(found[0]?.message).toContain(expected);
  });
});

test('tiers and assets that are archived are told wherever a rule names them', () => {
  expect(codes([rule('event.amount > 1', { actions: [credit({ asset_id: OLD })] })])).toEqual(['archived_asset']);
  expect(codes([rule('participant.balances.OLD.available > 1')])).toEqual(['archived_asset']);
  expect(codes([rule('participant.tiers.former.rank > 1')])).toEqual(['archived_tier']);
  expect(
    codes([rule('event.amount > 1', { actions: [{ type: 'SET_TIER', tier: 'former', level: 'gold', target: { type: 'ACTOR' } }] })]),
  ).toEqual(['archived_tier']);
});

test.each([
  ['visits', ['visit', 'visits_total'], 'visit'],
  ['amuont', ['amount', 'account'], 'amount'],
  ['VIP', ['vip', 'vio'], 'vip'],
  ['a', ['b'], 'b'],
  ['total', ['user', 'login'], null],
  ['total', [], null],
])('the nearest to %s among %j is %s', (word, known, expected) => {
  expect(nearest(word, known)).toBe(expected);
});
