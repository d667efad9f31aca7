/** The bounds of a rule: no event and no month can cost more, and where there is no limit, none is named. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Amount, amountOf } from '@/domain/money';
import type { ActionSource } from '@/domain/rules/actions/catalog';
import { compileBudget, type BudgetSource } from '@/domain/rules/budget';
import { creditsIn } from '@/domain/rules/estimate/credits';
import { runOutOf, worstCases } from '@/domain/rules/estimate/worst-case';
import { compileRule } from '@/domain/rules/rule';
import { decided, evaluate, NOW, PTS, rule, world } from '../actions/support';

const DAY = 86_400_000;
const credit = (amount: string, target: object = { type: 'ACTOR' }) =>
  ({ type: 'CREDIT', asset_id: PTS, amount, target }) as unknown as ActionSource;
const budget = (scope: BudgetSource['scope'], limit: string, schedule: Partial<BudgetSource> = {}): BudgetSource => ({
  asset_id: PTS,
  scope,
  limit,
  schedule_type: null,
  ...schedule,
});

const assetsUpTo = (largest: string | null) =>
  new Map([...world().assets].map(([id, asset]) => [id, { ...asset, maxTransactionAmount: largest === null ? null : amountOf(largest) }]));

function bounds(actions: ActionSource[], condition: string, budgets: BudgetSource[] = [], largest: string | null = null) {
  const compiled = compileRule(rule(actions, { condition, budgets }));
  const [found] = worstCases(compiled, { assets: assetsUpTo(largest), now: NOW, usage: new Map() });
  return { event: found?.event && `${found.event.most.toFixed()} ${found.event.limitedBy}`, month: found?.month?.toFixed() ?? null };
}

describe('one event', () => {
  test.each([
    ['a constant', [credit('5')], 'true', '5 AMOUNT'],
    ['several constants', [credit('5'), credit('2.5')], 'true', '7.5 AMOUNT'],
    ['a field that nothing limits', [credit('{{ event.n }}')], 'true', null],
    ['a field that the condition limits', [credit('{{ event.n * 0.1 }}')], 'event.n <= 200', '20 AMOUNT'],
    ['a cap in the amount', [credit('{{ math.least(12.345, event.n) }}')], 'true', '12.34 AMOUNT'],
    ['one capped and one unlimited', [credit('5'), credit('{{ event.n }}')], 'true', null],
    ['an amount below zero', [credit('{{ math.least(-5, event.n) }}')], 'true', '0 AMOUNT'],
    ['a condition that is never true', [credit('{{ event.n }}')], 'event.a && !event.a', '0 AMOUNT'],
  ])('of %s', (_, actions, condition, expected) => expect(bounds(actions, condition).event).toBe(expected));

  test.each([
    ['of the program', [credit('{{ event.n }}')], [budget('PROGRAM', '300')], '300 BUDGET'],
    ['of participants', [credit('{{ event.n }}')], [budget('PARTICIPANT', '40')], '40 BUDGET'],
    ['of two participants', [credit('{{ event.n }}'), credit('9', { type: 'RECIPIENT' })], [budget('PARTICIPANT', '40')], '80 BUDGET'],
    ['above the amount', [credit('5')], [budget('PROGRAM', '300')], '5 AMOUNT'],
  ])('is held to a budget %s', (_, actions, budgets, expected) => expect(bounds(actions, 'true', budgets).event).toBe(expected));

  test('is held to the largest transaction of the asset, for each credit', () => {
    expect(bounds([credit('5'), credit('{{ event.n }}')], 'true', [], '1000').event).toBe('1005 ASSET');
  });

  test('never gives more than is said of it', () => {
    const amounts = fc.constantFrom('3', '{{ event.n }}', '{{ math.least(event.n, 50) * 0.5 }}', '{{ event.n - 10 }}');
    const given = fc.record({
      actions: fc.array(amounts, { minLength: 1, maxLength: 3 }),
      condition: fc.constantFrom('true', 'event.n < 80', 'event.n > 20 && event.n <= 400'),
      limit: fc.option(fc.constantFrom('7', '60')),
      n: fc.integer({ min: -50, max: 900 }),
    });
    fc.assert(
      fc.property(given, ({ actions, condition, limit, n }) => {
        const written = actions.map((amount) => credit(amount));
        const budgets = limit === null ? [] : [budget('PROGRAM', limit)];
        const { evaluations } = decided(evaluate([rule(written, { condition, budgets })], { data: { n } }));
        const sum = evaluations.flatMap(creditsIn).reduce((total, { amount }) => total.plus(amount), new Amount(0));
        const [most] = (bounds(written, condition, budgets, '1000').event ?? '').split(' ');
        expect(sum.lessThanOrEqualTo(most || Infinity)).toBe(true);
      }),
    );
  });
});

describe('the next 30 days', () => {
  test.each([
    ['have no limit without a budget', [], null],
    ['have none by a budget of participants', [budget('PARTICIPANT', '40')], null],
    ['have that of a budget without periods', [budget('PROGRAM', '300')], '300'],
    ['have that of each day', [budget('PROGRAM', '10', { schedule_type: 'INTERVAL', interval: '1d' })], '300'],
    ['have that of each month that is touched', [budget('PROGRAM', '10', { schedule_type: 'CRON', cron_expression: '0 0 15 * *' })], '20'],
  ])('%s', (_, budgets, expected) => expect(bounds([credit('5')], 'true', budgets).month).toBe(expected));

  test('have only what is left of the present period', () => {
    const compiled = compileRule(rule([credit('5')], { budgets: [budget('PROGRAM', '300')] }));
    const usage = new Map([[PTS, { periodStart: NOW, consumed: amountOf('120') }]]);
    expect(worstCases(compiled, { assets: assetsUpTo(null), now: NOW, usage })[0]?.month?.toFixed()).toBe('180');
  });
});

describe('a budget runs out', () => {
  const runOut = (schedule: Partial<BudgetSource>, asked: string, consumed = '0') =>
    runOutOf(compileBudget(budget('PROGRAM', '100', schedule), NOW), {
      asked: amountOf(asked),
      windowMs: 30 * DAY,
      now: NOW,
      usage: { periodStart: NOW, consumed: amountOf(consumed) },
    });

  test('when what is left has been asked for at the pace of the window', () => {
    const found = runOut({}, '300', '50');
    expect([found.daily.toFixed(), found.consumed.toFixed(), found.at]).toEqual(['10', '50', new Date(NOW.getTime() + 5 * DAY)]);
  });

  test('never, where nothing is asked of it', () => expect(runOut({}, '0').at).toBeNull());

  test('never, where its period ends before', () => {
    const weekly = { schedule_type: 'INTERVAL', interval: '7d' } as const;
    expect(runOut(weekly, '300')).toMatchObject({ at: null, periodEnd: new Date(NOW.getTime() + 7 * DAY) });
    expect(runOut(weekly, '600').at).toEqual(new Date(NOW.getTime() + 5 * DAY));
  });

  test('now, where nothing is left', () => expect(runOut({}, '0', '100').at).toEqual(NOW));
});
