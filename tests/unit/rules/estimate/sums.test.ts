/** Sums of an estimate keep to PROGRAM budgets exactly as events that are processed one by one do, and are the same however they are carried. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Amount, amountOf, sumAmounts } from '@/domain/money';
import { advanceUsage, allowance, budgetKey, compileBudget, type BudgetSource, type BudgetUsage } from '@/domain/rules/budget';
import { AssetSums, dayOf, periodsWithin } from '@/domain/rules/estimate/sums';
import { totalOf } from '@/domain/rules/estimate/tally';

const START = new Date('2026-03-01T00:00:00Z');
const HOUR = 3_600_000;
const ONE = new Amount(1);

const budget = (schedule: Partial<BudgetSource>, limit = '100') =>
  compileBudget({ asset_id: 'pts', scope: 'PROGRAM', limit, schedule_type: null, ...schedule }, new Date(START.getTime() + 5 * HOUR));
const every = (interval: string): Partial<BudgetSource> => ({ schedule_type: 'INTERVAL', interval });
const cron = (cron_expression: string): Partial<BudgetSource> => ({ schedule_type: 'CRON', cron_expression });

const credits = fc.array(
  fc.record({
    at: fc.integer({ min: 0, max: 30 * 24 * 60 }).map((minute) => new Date(START.getTime() + minute * 60_000)),
    amount: fc.integer({ min: 1, max: 9_000 }).map((cents) => new Amount(cents).dividedBy(100)),
  }),
  { maxLength: 60 },
);

const LONG = [{}, every('1d'), every('36h'), every('7d'), cron('0 0 * * *'), cron('30 5 * * 1'), cron('0 0 1 * *')];

/** What the engine would allow, credit by credit in order of time. */
function oneByOne(rule: { id: string; budgets: ReturnType<typeof budget>[] }, list: readonly { at: Date; amount: Amount }[]) {
  const usage = new Map<string, BudgetUsage>();
  const key = budgetKey({ ownerId: rule.id, assetId: 'pts', scope: 'PROGRAM', holderId: 'program' });
  return list
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
    .map(({ at, amount }) => {
      const request = { assetId: 'pts', programId: 'program', recipientId: 'ada', amount, now: at };
      const allowed = allowance({ ...rule, campaign: null }, request, (asked) => usage.get(asked));
      for (const use of allowed.uses) usage.set(key, advanceUsage(usage.get(key), use));
      return { day: dayOf(at), given: allowed.amount };
    });
}

test('by day, they give what the engine gives to the same credits one by one', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LONG), credits, (schedule, list) => {
      const limited = budget(schedule);
      const sums = new AssetSums(limited);
      for (const { at, amount } of list) sums.add(at, amount);
      const expected = Map.groupBy(oneByOne({ id: 'rule', budgets: [limited] }, list), ({ day }) => day);
      expect([...sums.givenByDay(ONE)].map(([day, given]) => [day, given.toFixed()])).toEqual(
        [...expected].map(([day, own]) => [day, sumAmounts(own.map(({ given }) => given)).toFixed()]),
      );
    }),
  );
});

test('with periods of less than a day, they give no more on a day than the periods which begin on it', () => {
  fc.assert(
    fc.property(fc.constantFrom(every('1h'), every('7h'), cron('*/20 9-17 * * *')), credits, (schedule, list) => {
      const limited = budget(schedule, '10');
      const sums = new AssetSums(limited);
      for (const { at, amount } of list) sums.add(at, amount);
      const byEngine = sumAmounts(oneByOne({ id: 'rule', budgets: [limited] }, list).map(({ given }) => given));
      const given = totalOf(sums.givenByDay(ONE));
      expect(given.greaterThanOrEqualTo(byEngine)).toBe(true);
      expect(given.lessThanOrEqualTo(sums.asked)).toBe(true);
    }),
  );
});

test('wherever they are carried on from, they come to the same', () => {
  fc.assert(
    fc.property(fc.constantFrom(...LONG, every('7h'), cron('0 * * * *')), credits, fc.nat(60), (schedule, list, place) => {
      const [whole, first, second] = [new AssetSums(budget(schedule)), new AssetSums(budget(schedule)), new AssetSums(budget(schedule))];
      for (const { at, amount } of list) whole.add(at, amount);
      for (const { at, amount } of list.slice(0, place)) first.add(at, amount);
      second.restore(first.carried);
      for (const { at, amount } of list.slice(place)) second.add(at, amount);
      expect(second.asked).toEqual(whole.asked);
      expect(second.givenByDay(ONE)).toEqual(whole.givenByDay(ONE));
    }),
  );
});

test('what a budget gave before the window is no longer left in it, as long as its period lasts', () => {
  const limited = budget({});
  const before = { periodStart: limited.period(START).start, consumed: amountOf('95') };
  const sums = new AssetSums(limited, before);
  sums.add(START, amountOf('20'));
  expect(totalOf(sums.givenByDay(ONE)).toFixed()).toBe('5');
  const renewed = new AssetSums(budget(every('1d')), before);
  renewed.add(new Date(START.getTime() + 48 * HOUR), amountOf('20'));
  expect(totalOf(renewed.givenByDay(ONE)).toFixed()).toBe('20');
});

describe('the number of periods', () => {
  const until = (days: number) => new Date(START.getTime() + days * 24 * HOUR);

  test.each([
    ['the whole life of the rule', {}, 30, 1],
    ['days', cron('0 0 * * *'), 30, 30],
    ['working hours', cron('*/5 9-17 * * 1-5'), 7, 5 * 108],
    ['weeks', cron('0 0 * * 1'), 28, 4],
    ['minutes', cron('* * * * *'), 1, 1_440],
    ['seconds', every('1s'), 30, 30 * 86_400 - 5 * 3_600],
  ])('of %s is counted from the first that begins', (_, schedule, days, expected) => {
    expect(periodsWithin(budget(schedule).period, START, until(days))).toBe(expected);
  });

  test('is never too small where there are too many to count them all', () => {
    const counted = periodsWithin(budget(cron('* 9-17 * * *')).period, START, until(30));
    expect(counted).toBeGreaterThanOrEqual(30 * 9 * 60);
  });
});
