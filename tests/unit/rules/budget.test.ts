import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf, sumAmounts, ZERO } from '@/domain/money';
import {
  advanceUsage,
  allowance,
  budgetKey,
  compileBudget,
  consumedIn,
  type BudgetKey,
  type BudgetSource,
  type BudgetUsage,
} from '@/domain/rules/budget';

const CREATED = new Date('2026-01-10T08:30:00.000Z');
const ASSET = 'points';
const at = (text: string) => new Date(text);
const budget = (fields: Partial<BudgetSource>, createdAt = CREATED) =>
  compileBudget({ asset_id: ASSET, scope: 'PROGRAM', limit: '100', schedule_type: null, ...fields }, createdAt);

describe('the period of a budget', () => {
  test('without a schedule begins with the rule and never ends', () => {
    expect(budget({}).period(at('2099-01-01T00:00:00Z'))).toEqual({ start: CREATED, end: null });
  });

  test.each([
    ['2026-01-10T08:30:00.000Z', '2026-01-10T08:30:00.000Z', '2026-01-11T08:30:00.000Z'],
    ['2026-01-11T08:29:59.999Z', '2026-01-10T08:30:00.000Z', '2026-01-11T08:30:00.000Z'],
    ['2026-01-11T08:30:00.000Z', '2026-01-11T08:30:00.000Z', '2026-01-12T08:30:00.000Z'],
    ['2026-03-29T12:00:00.000Z', '2026-03-29T08:30:00.000Z', '2026-03-30T08:30:00.000Z'],
  ])('with an interval of a day counts from the creation of the rule: %s lies in %s to %s', (now, start, end) => {
    expect(budget({ schedule_type: 'INTERVAL', interval: '1d' }).period(at(now))).toEqual({ start: at(start), end: at(end) });
  });

  test.each([
    ['0 0 1 * *', '2026-02-28T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['0 0 1 * *', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ['0 0 31 * *', '2026-02-28T00:00:00.000Z', '2026-01-31T00:00:00.000Z', '2026-03-31T00:00:00.000Z'],
    ['0 0 29 2 *', '2026-02-28T00:00:00.000Z', '2024-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ])('with the cron expression %s: %s lies in %s to %s', (cron_expression, now, start, end) => {
    expect(budget({ schedule_type: 'CRON', cron_expression }).period(at(now))).toEqual({ start: at(start), end: at(end) });
  });

  test('is the same whatever was asked before', () => {
    const instants = fc.array(fc.date({ min: at('2026-01-10T08:30:00Z'), max: at('2027-01-01T00:00:00Z'), noInvalidDate: true }), {
      minLength: 2,
      maxLength: 20,
    });
    const schedules = fc.constantFrom<Partial<BudgetSource>>(
      { schedule_type: 'CRON', cron_expression: '0 0 * * 1' },
      { schedule_type: 'INTERVAL', interval: '36h' },
    );
    fc.assert(
      fc.property(schedules, instants, (schedule, times) => {
        const asked = budget(schedule);
        for (const now of times) {
          const period = asked.period(now);
          expect(period).toEqual(budget(schedule).period(now));
          expect(now >= period.start && now < period.end!).toBe(true);
        }
      }),
    );
  });
});

describe('what counts against the limit', () => {
  const period = { start: at('2026-02-01T00:00:00Z'), end: at('2026-03-01T00:00:00Z') };
  const since = (periodStart: Date): BudgetUsage => ({ periodStart, consumed: amountOf('40') });

  test('is nothing before the first credit and after the end of the period', () => {
    expect(consumedIn(period, undefined)).toEqual(ZERO);
    expect(consumedIn(period, since(at('2026-01-31T23:59:59.999Z')))).toEqual(ZERO);
  });

  test('is what was credited since the period began, or within it when the schedule was changed meanwhile', () => {
    expect(consumedIn(period, since(period.start))).toEqual(amountOf('40'));
    expect(consumedIn(period, since(at('2026-02-20T00:00:00Z')))).toEqual(amountOf('40'));
  });
});

describe('the allowance of a credit', () => {
  const NOW = at('2026-02-10T00:00:00Z');
  const rule = (...budgets: Partial<BudgetSource>[]) => ({ id: 'rule', campaign: null, budgets: budgets.map((fields) => budget(fields)) });
  const credit = (amount: string, recipientId = 'ada', assetId = ASSET) => ({
    assetId,
    programId: 'club',
    recipientId,
    amount: amountOf(amount),
    now: NOW,
  });
  const used = (scope: 'PROGRAM' | 'PARTICIPANT', holderId: string, consumed: string) =>
    [budgetKey({ ownerId: 'rule', assetId: ASSET, scope, holderId }), { periodStart: CREATED, consumed: amountOf(consumed) }] as const;
  const allowed = (given: ReturnType<typeof rule>, request: ReturnType<typeof credit>, ...usage: (readonly [BudgetKey, BudgetUsage])[]) => {
    const known = new Map(usage);
    return allowance(given, request, (key) => known.get(key));
  };

  test('is all of it without a budget of the asset', () => {
    expect(allowed(rule(), credit('7'))).toEqual({ amount: amountOf('7'), uses: [] });
    expect(allowed(rule({ asset_id: 'miles' }), credit('700'))).toEqual({ amount: amountOf('700'), uses: [] });
  });

  test('is cut to what is left, and takes that from the budget', () => {
    const { amount, uses } = allowed(rule({ limit: '100' }), credit('30'), used('PROGRAM', 'club', '80.5'));
    expect(amount).toEqual(amountOf('19.5'));
    expect(uses).toMatchObject([
      { owner: 'RULE', ownerId: 'rule', assetId: ASSET, scope: 'PROGRAM', holderId: 'club', periodStart: CREATED },
    ]);
  });

  test('is the smaller rest when both scopes apply, and takes it from both', () => {
    const both = rule({ limit: '100' }, { scope: 'PARTICIPANT', limit: '10' });
    expect(allowed(both, credit('30')).amount).toEqual(amountOf('10'));
    expect(
      allowed(both, credit('30'), used('PROGRAM', 'club', '96')).uses.map(({ scope, holderId, amount }) => [
        scope,
        holderId,
        amount.toFixed(),
      ]),
    ).toEqual([
      ['PROGRAM', 'club', '4'],
      ['PARTICIPANT', 'ada', '4'],
    ]);
  });

  test('of one recipient is not touched by what another was credited', () => {
    const each = rule({ scope: 'PARTICIPANT', limit: '10' });
    expect(allowed(each, credit('30', 'grace'), used('PARTICIPANT', 'ada', '10')).amount).toEqual(amountOf('10'));
    expect(allowed(each, credit('30', 'ada'), used('PARTICIPANT', 'ada', '10'))).toEqual({ amount: ZERO, uses: [] });
  });

  test('is nothing when a lowered limit lies below what is consumed', () => {
    expect(allowed(rule({ limit: '50' }), credit('1'), used('PROGRAM', 'club', '80'))).toEqual({ amount: ZERO, uses: [] });
  });
});

test('no period lets through more than its limit, and none less than it could', () => {
  const HOUR = 3_600_000;
  const scenario = fc.record({
    schedule: fc.constantFrom<Partial<BudgetSource>>(
      {},
      { schedule_type: 'CRON', cron_expression: '0 */6 * * *' },
      { schedule_type: 'INTERVAL', interval: '5h' },
    ),
    program: fc.integer({ min: 1, max: 2_000 }),
    each: fc.integer({ min: 1, max: 2_000 }),
    credits: fc.array(
      fc.record({
        after: fc.integer({ min: 0, max: 3 * HOUR }),
        cents: fc.integer({ min: 1, max: 900 }),
        recipientId: fc.constantFrom('ada', 'grace', 'the team'),
      }),
      { maxLength: 40 },
    ),
  });
  fc.assert(
    fc.property(scenario, ({ schedule, program, each, credits }) => {
      const cents = (count: number) => amountOf(count).div(100);
      const budgets = [
        budget({ ...schedule, limit: cents(program).toFixed() }),
        budget({ ...schedule, scope: 'PARTICIPANT', limit: cents(each).toFixed() }),
      ];
      const kept = new Map<BudgetKey, BudgetUsage>();
      const done: { period: number; recipientId: string; asked: number; amount: ReturnType<typeof cents> }[] = [];
      let now = CREATED.getTime();
      for (const { after, cents: asked, recipientId } of credits) {
        now += after;
        const request = { assetId: ASSET, programId: 'club', recipientId, amount: cents(asked), now: new Date(now) };
        const { amount, uses } = allowance({ id: 'rule', campaign: null, budgets }, request, (key) => kept.get(key));
        for (const use of uses) kept.set(budgetKey(use), advanceUsage(kept.get(budgetKey(use)), use));
        done.push({ period: budgets[0]!.period(new Date(now)).start.getTime(), recipientId, asked, amount });
      }
      for (const [index, { period, recipientId, asked, amount }] of done.entries()) {
        const before = done.slice(0, index).filter((other) => other.period === period);
        const restOfProgram = cents(program).minus(sumAmounts(before.map((other) => other.amount)));
        const restOfRecipient = cents(each).minus(
          sumAmounts(before.filter((other) => other.recipientId === recipientId).map((other) => other.amount)),
        );
        const most = [cents(asked), restOfProgram, restOfRecipient].reduce((a, b) => (a.lessThan(b) ? a : b));
        expect(amount.toFixed()).toBe(most.toFixed());
        expect(amount.isNegative()).toBe(false);
      }
    }),
  );
});
