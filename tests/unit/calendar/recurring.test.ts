/** What recurs in a calendar: bounded, counted beyond the bound, and on the clock on which it really happens. */
import { describe, expect, test } from 'vitest';
import { calendarFrame } from '@/domain/calendar/frame';
import { automationItems, budgetItems, countedEach, tierItems, type BudgetedRule } from '@/domain/calendar/recurring';
import type { BudgetSource } from '@/domain/rules/budget';

const NOW = new Date('2026-11-26T12:00:00Z');
const frame = (from: string, to: string, timeZone = 'Europe/Berlin') =>
  calendarFrame({ from: new Date(from), to: new Date(to) }, NOW, timeZone);
const MARCH = frame('2026-02-28T23:00:00Z', '2026-03-31T22:00:00Z');
const POINTS = { symbol: 'PTS', scale: 2 };

const rule: BudgetedRule = {
  id: 'rule',
  name: 'Double',
  status: 'ACTIVE',
  activeFrom: null,
  activeTo: null,
  createdAt: new Date('2026-01-10T08:00:00Z'),
  budgets: [],
};
const budget = (more: Partial<BudgetSource>): BudgetSource => ({
  asset_id: 'points',
  scope: 'PROGRAM',
  limit: '500',
  schedule_type: null,
  ...more,
});

describe('a budget', () => {
  const periods = (source: BudgetSource, of: Partial<BudgetedRule> = {}, counted = 1_000) =>
    budgetItems(MARCH, { ...rule, ...of }, source, POINTS, counted);

  test('by cron begins anew in UTC, whatever the zone of the program', () => {
    const items = periods(budget({ schedule_type: 'CRON', cron_expression: '0 0 1 * *' }));
    expect(items.map(({ from, to }) => [from?.toISOString(), to?.toISOString()])).toEqual([
      ['2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
      ['2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
    ]);
    expect(items[1]?.sentence).toBe(
      'The rule “Double” gives at most 500.00 PTS from Sunday, March 1, 2026 at 01:00 to Wednesday, April 1, 2026 at 02:00.',
    );
  });

  test('by interval counts from the creation of its rule, and not beyond its window', () => {
    const items = periods(budget({ schedule_type: 'INTERVAL', interval: '7d' }), { activeTo: new Date('2026-03-10T00:00:00Z') });
    expect(items.map(({ from }) => from?.toISOString())).toEqual(['2026-02-28T08:00:00.000Z', '2026-03-07T08:00:00.000Z']);
  });

  test('that lasts as long as its rule has no periods', () => expect(periods(budget({}))).toEqual([]));

  test('that begins anew every hour is told by day, also where days have 23 hours', () => {
    const items = periods(budget({ schedule_type: 'INTERVAL', interval: '1h' }));
    expect(items).toHaveLength(31);
    expect(items[28]).toMatchObject({
      from: new Date('2026-03-28T23:00:00Z'),
      to: new Date('2026-03-29T22:00:00Z'),
      count: 23,
      sentence: 'The rule “Double” gives at most 500.00 PTS in each of 23 periods that begin on Sunday, March 29, 2026.',
    });
  });

  test('that begins anew too often to count is told once', () => {
    const items = periods(budget({ schedule_type: 'INTERVAL', interval: '1m' }));
    expect(items).toMatchObject([{ from: MARCH.from, to: MARCH.to, count: null }]);
    expect(items[0]?.sentence).toBe(
      'The rule “Double” gives at most 500.00 PTS in each of very many periods from Sunday, March 1, 2026 to the end of Tuesday, March 31, 2026.',
    );
  });
});

test('the more schedules there are, the less of each is counted, but never less than is listed', () => {
  expect([countedEach(0), countedEach(20), countedEach(100), countedEach(5_000)]).toEqual([2_000, 1_000, 200, 50]);
});

describe('an automation', () => {
  const runs = (cron_expression: string, nextRunAt: string, timezone = 'Europe/Berlin') =>
    automationItems(
      MARCH,
      {
        id: 'a',
        name: 'Nightly',
        status: 'ACTIVE',
        trigger: { type: 'CRON', cron_expression, timezone, run_at: null },
        nextRunAt: new Date(nextRunAt),
      },
      1_000,
    );

  test('runs every day of the month at its time on the clock, after the gap where clocks skip it', () => {
    const items = runs('30 2 * * *', '2026-02-20T01:30:00Z');
    expect(items).toHaveLength(31);
    expect(items[27]?.from).toEqual(new Date('2026-03-28T01:30:00Z'));
    expect(items[28]?.from).toEqual(new Date('2026-03-29T01:30:00Z'));
    expect(items[28]?.sentence).toBe('The automation “Nightly” runs on Sunday, March 29, 2026 at 03:30 (every day at 02:30 in Berlin).');
    expect(items[29]?.from).toEqual(new Date('2026-03-30T00:30:00Z'));
  });

  test('does not run before its next run', () => expect(runs('0 9 * * *', '2026-03-30T07:00:00Z')).toHaveLength(2));
  test('runs no more once its next run is beyond what is shown', () => expect(runs('0 9 1 * *', '2026-04-01T07:00:00Z')).toEqual([]));

  test('of one time runs once', () => {
    const trigger = { type: 'ONE_TIME', cron_expression: null, timezone: 'UTC', run_at: new Date('2026-03-05T10:00:00Z') } as const;
    const once = automationItems(MARCH, { id: 'a', name: 'Once', status: 'ACTIVE', trigger, nextRunAt: trigger.run_at }, 1_000);
    expect(once.map(({ from, to }) => [from, to])).toEqual([[trigger.run_at, trigger.run_at]]);
  });
});

test('qualification years follow one another from the day on which they begin, at midnight UTC', () => {
  const shown = frame('2026-01-01T00:00:00Z', '2026-12-31T00:00:00Z', 'UTC');
  const items = tierItems(shown, { id: 't', key: 'status', name: 'Status', status: 'ACTIVE', year: { month: 4, day: 1 } });
  expect(items.map(({ from, to }) => [from?.toISOString().slice(0, 10), to?.toISOString().slice(0, 10)])).toEqual([
    ['2025-04-01', '2026-04-01'],
    ['2026-04-01', '2027-04-01'],
  ]);
  expect(items[0]?.sentence).toBe(
    'A qualification year of the tier “Status” lasts from Tuesday, April 1, 2025 to the end of Tuesday, March 31, 2026; then levels are decided anew.',
  );
});
