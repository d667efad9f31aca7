/** How often a rule gives to each recipient is told by its budgets, and written as them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { amountOf } from '@/domain/money';
import { allowance, compileBudget, advanceUsage, budgetKey, type BudgetSource, type BudgetUsage } from '@/domain/rules/budget';
import { fixedCreditsOf, limitOfTimes, timesLimitOf, type TimesLimit } from '@/domain/rules/times-limit';

const NOW = new Date('2026-03-01T12:00:00Z');
const budget = (limit: string, more: Partial<BudgetSource> = {}): BudgetSource => ({
  asset_id: 'pts',
  scope: 'PARTICIPANT',
  limit,
  schedule_type: null,
  ...more,
});
const daily = { schedule_type: 'CRON', cron_expression: '0 0 * * *' } as const;
const TEN = [{ assetId: 'pts', amount: '10' }];

const amount = fc.tuple(fc.integer({ min: 0, max: 10 ** 6 }), fc.integer({ min: 1, max: 999 })).map(([whole, part]) => `${whole}.${part}`);
const limit = fc.record({
  times: fc.integer({ min: 1, max: 50 }),
  period: fc.constantFrom<TimesLimit['period']>(null, '0 0 * * *', '0 0 * * 1', '0 0 1 * *'),
});

describe('a limit of so many times', () => {
  test('is read back from the budget that is written for it, and lets a recipient be given exactly as often', () => {
    fc.assert(
      fc.property(amount, limit, (given, wanted) => {
        const credit = { assetId: 'pts', amount: given };
        const written = budget(
          limitOfTimes(credit, wanted),
          wanted.period === null ? {} : { schedule_type: 'CRON', cron_expression: wanted.period },
        );
        expect(timesLimitOf([credit], [written])).toEqual(wanted);
        const rule = { id: 'rule', campaign: null, budgets: [compileBudget(written, NOW)] };
        const usages = new Map<string, BudgetUsage>();
        const give = (): boolean => {
          const request = { assetId: 'pts', programId: 'program', recipientId: 'ada', amount: amountOf(given), now: NOW };
          const { amount: allowed, uses } = allowance(rule, request, (key) => usages.get(key));
          for (const use of uses) usages.set(budgetKey(use), advanceUsage(usages.get(budgetKey(use)), use));
          return allowed.equals(request.amount);
        };
        expect(Array.from({ length: wanted.times + 2 }, give).filter(Boolean)).toHaveLength(wanted.times);
      }),
      { numRuns: 200 },
    );
  });

  test('is told of budgets however their period is spelled, and of no others', () => {
    expect(timesLimitOf(TEN, [budget('10')])).toEqual({ times: 1, period: null });
    expect(timesLimitOf(TEN, [budget('30.0', { ...daily, cron_expression: '00 0 * * *' })])).toEqual({ times: 3, period: '0 0 * * *' });
    expect(timesLimitOf(TEN, [])).toBeUndefined();
    expect(timesLimitOf(TEN, [budget('10', { scope: 'PROGRAM' })])).toBeUndefined();
    expect(timesLimitOf(TEN, [budget('10', { asset_id: 'other' })])).toBeUndefined();
    expect(timesLimitOf(TEN, [budget('15')])).toBeNull();
    expect(timesLimitOf(TEN, [budget('5')])).toBeNull();
    expect(timesLimitOf(TEN, [budget('10', { schedule_type: 'INTERVAL', interval: '1d' } as never)])).toBeNull();
    expect(timesLimitOf(TEN, [budget('10', { ...daily, cron_expression: '0 7 * * *' })])).toBeNull();
    expect(timesLimitOf(TEN, [budget('many')])).toBeNull();
  });

  test('is of all credits together, each of a fixed amount of an asset of its own', () => {
    const credit = (asset_id: string, given: string) => ({ type: 'CREDIT', asset_id, amount: given });
    expect(fixedCreditsOf([credit('pts', ' 10 '), { type: 'TAG' }, credit('eur', '2.50')])).toEqual([
      ...TEN,
      { assetId: 'eur', amount: '2.50' },
    ]);
    for (const actions of [
      [],
      [{ type: 'TAG' }],
      [credit('pts', '{{ event.amount }}')],
      [credit('pts', '0')],
      [credit('', '10')],
      [credit('pts', '10'), credit('pts', '5')],
    ])
      expect(fixedCreditsOf(actions)).toBeNull();
    const both = [...TEN, { assetId: 'eur', amount: '2.50' }];
    expect(timesLimitOf(both, [budget('20', daily), budget('5', { asset_id: 'eur', ...daily })])).toEqual({
      times: 2,
      period: '0 0 * * *',
    });
    expect(timesLimitOf(both, [budget('20', daily)])).toBeNull();
    expect(timesLimitOf(both, [budget('20', daily), budget('2.50', { asset_id: 'eur', ...daily })])).toBeNull();
  });
});
