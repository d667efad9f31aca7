/** What counts as the outcome that an example expects, and on what it depends. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf } from '@/domain/money';
import { plainCounter } from '@/domain/participants/counters';
import { NO_STATE } from '@/domain/participants/subject-state';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { budgetKey } from '@/domain/rules/budget';
import { isAsExpected } from '@/domain/rules/examples/compare';
import type { ExampleEffect, ExampleOutcome, ExampleSource } from '@/domain/rules/examples/example';
import { exampleRefusal } from '@/domain/rules/examples/refusal';
import { runExample, type ExampleResult } from '@/domain/rules/examples/run';
import { compileRule, type RuleSource } from '@/domain/rules/rule';
import type { World } from '@/domain/rules/world';
import { NOW, PTS, rule, world } from './actions/support';
import { BUDGET } from './support';

const outcome = (...effects: ExampleEffect[]): ExampleOutcome => ({ matched: true, effects });
const credit = (amount: string, more: Partial<ExampleEffect> = {}): ExampleEffect => ({ type: 'CREDIT', asset: 'PTS', amount, ...more });

describe('an outcome is as expected', () => {
  test.each([
    ['decimals of the same value', outcome(credit('5')), outcome(credit('5.00')), true],
    ['decimals that differ beyond what a float holds', outcome(credit('0.1000000000000000000001')), outcome(credit('0.1')), false],
    ['an effect that says less than there is', outcome({ type: 'CREDIT' }), outcome(credit('5', { target: 'ACTOR' })), true],
    ['another target', outcome(credit('5', { target: 'RECIPIENT' })), outcome(credit('5', { target: 'ACTOR' })), false],
    ['one effect too few', outcome(credit('5')), outcome(credit('5'), credit('5')), false],
    ['one effect too many', outcome(credit('5'), credit('5')), outcome(credit('5')), false],
    ['a match instead of none', { matched: false, effects: [] }, outcome(), false],
    [
      'a general effect that must leave the exact one its own',
      outcome({ type: 'CREDIT' }, credit('5')),
      outcome(credit('5'), credit('7')),
      true,
    ],
    [
      'a counter, by its value',
      outcome({ type: 'COUNTER', key: 'visits', value: 3 }),
      outcome({ type: 'COUNTER', key: 'visits', value: '3.0' }),
      true,
    ],
    [
      'an attribute, as it is',
      outcome({ type: 'SET_ATTRIBUTE', value: { b: 1, a: '1' } }),
      outcome({ type: 'SET_ATTRIBUTE', value: { a: '1', b: 1 } }),
      true,
    ],
    ['an attribute of another kind', outcome({ type: 'SET_ATTRIBUTE', value: 1 }), outcome({ type: 'SET_ATTRIBUTE', value: '1' }), false],
  ])('%s', (_what, expected, got, passes) => {
    expect(isAsExpected(expected, got)).toBe(passes);
  });

  const effects = fc.array(
    fc.record(
      {
        type: fc.constantFrom('CREDIT' as const, 'DEBIT' as const),
        asset: fc.constantFrom('PTS', 'EUR'),
        amount: fc.constantFrom('1', '2', '3.5'),
      },
      { requiredKeys: ['type', 'asset', 'amount'] },
    ),
    { maxLength: 8 },
  );

  test('in whatever order its effects come, and however little is asked of each', () => {
    fc.assert(
      fc.property(
        effects.chain((all) =>
          fc.tuple(
            fc.constant(all),
            fc.shuffledSubarray(all, { minLength: all.length }),
            fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
          ),
        ),
        ([all, shuffled, asked]) => {
          const expected = shuffled.map(({ amount, ...effect }, index): ExampleEffect => (asked[index] ? effect : { ...effect, amount }));
          return isAsExpected(outcome(...expected), outcome(...all));
        },
      ),
    );
  });
});

const give = (amount: string, more: Partial<ActionSource> = {}) =>
  ({ type: 'CREDIT', asset_id: PTS, amount, target: { type: 'ACTOR' }, ...more }) as ActionSource;

function run(source: RuleSource, example: Partial<ExampleSource>, over: World = world()): ExampleResult {
  let ids = 0;
  const whole = { name: 'An example', event: { event_data: {} }, expects: { matched: true, effects: [] }, ...example };
  return runExample(over, compileRule(source), whole, { newId: () => `new-${(ids += 1)}`, budget: BUDGET });
}

describe('an example', () => {
  test('names who has an effect as the event does, and assets by their symbols', () => {
    const twice = rule([
      give('{{ event.amount * 0.1 }}'),
      give('1', { target: { type: 'RECIPIENT' } }),
      give('2', { target: { type: 'PARTICIPANT', id: 'bob' } }),
    ]);
    const { got } = run(twice, { event: { event_data: { amount: 12.34 } }, state: { recipient: {} } });
    expect(got).toEqual({
      matched: true,
      failure: null,
      reason: null,
      effects: [
        { type: 'CREDIT', target: 'ACTOR', asset: 'PTS', bucket: 'AVAILABLE', amount: '1.23' },
        { type: 'CREDIT', target: 'RECIPIENT', asset: 'PTS', bucket: 'AVAILABLE', amount: '1.00' },
        { type: 'CREDIT', target: 'PARTICIPANT', asset: 'PTS', bucket: 'AVAILABLE', amount: '2.00' },
      ],
    });
  });

  test('says why its rule did nothing', () => {
    const over50 = rule([give('1')], { condition: 'event.amount > 50' });
    expect(run(over50, { event: { event_data: { amount: 49.99 } }, expects: { matched: false, effects: [] } })).toMatchObject({
      passed: true,
      got: { matched: false, effects: [], reason: 'Amount is 49.99; it must be over 50' },
    });
  });

  test('never passes when its event would fail, whatever it expects', () => {
    const beyond = rule([give('1000.01')]);
    for (const matched of [true, false]) {
      const { passed, got } = run(beyond, { expects: { matched, effects: [] } });
      expect({ passed, code: got.failure?.code }).toEqual({ passed: false, code: 'max_transaction_amount_exceeded' });
    }
  });

  test('that supposes a balance in an asset that the program does not have fails for it', () => {
    expect(run(rule([give('1')]), { state: { participant: { balances: { EUR: { available: '5' } } } } })).toMatchObject({
      passed: false,
      got: { failure: { code: 'asset_not_linked' } },
    });
  });

  test('depends on nothing that the program has or has given: not its state, wallet, budgets or status, nor that the rule is suspended', () => {
    const prefunded = [...world().assets.values()].map((asset) => [asset.id, { ...asset, issuancePolicy: 'PREFUNDED' as const }] as const);
    const budgets = [{ asset_id: PTS, scope: 'PROGRAM' as const, limit: '3', schedule_type: null }];
    const source = rule([give('5')], { status: 'SUSPENDED', budgets, condition: 'program.counters.sales == 0' });
    const budget = budgetKey({ ownerId: source.id, assetId: PTS, scope: 'PROGRAM', holderId: 'program' });
    const counted = { ...plainCounter(amountOf(7)), updatedAt: new Date(0) };
    const { program } = world();
    const lived = world({
      assets: new Map(prefunded),
      program: { ...program, status: 'SUSPENDED' },
      states: new Map([['program', { ...NO_STATE, counters: new Map([['sales', counted]]) }]]),
      budgets: new Map([[budget, { periodStart: NOW, consumed: amountOf(3) }]]),
    });
    const { got } = run(source, {}, lived);
    expect(got).toMatchObject({ matched: true, failure: null, effects: [{ amount: '3.00' }] });
    expect([...lived.states.keys(), ...lived.accounts.keys()]).toEqual(['program']);
  });
});

test('a refusal names the first failing example with both outcomes, and lists all of them', () => {
  const failing = (name: string) => run(rule([give('5')]), { name, expects: { matched: false, effects: [] } });
  const refusal = exampleRefusal([
    { path: 'examples[1]', result: failing('a small order') },
    { path: 'examples[3]', result: failing('a return') },
  ]);
  expect(refusal).toMatchObject({ code: 'rule_example_failed', param: 'examples[1]' });
  expect(refusal.message).toBe(
    'The example "a small order" expects nothing, but the rule gives CREDIT 5.00 PTS; 1 more fails. Correct the rule or the example, suspend the rule, or send `example_override_reason`.',
  );
  expect(refusal.details).toMatchObject({
    examples: [
      { path: 'examples[1]', name: 'a small order' },
      { path: 'examples[3]', name: 'a return' },
    ],
  });
});
