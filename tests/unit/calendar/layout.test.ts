/** Where items stand: bars never cover one another, and every item stands on exactly the days that it has a part in. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarDays, daysTouched } from '@/domain/calendar/days';
import { barsOf, entriesOf, segmentsOf, sharedParts } from '@/domain/calendar/layout';
import type { CalendarKind } from '@/domain/calendar/item';

const HOUR = 3_600_000;
/** Eight weeks across the end of summer time. */
const DAYS = calendarDays(new Date('2026-10-04T22:00:00Z'), new Date('2026-11-29T23:00:00Z'), 'Europe/Berlin');
const FIRST = DAYS[0]!.start.getTime();

interface Item {
  readonly kind: CalendarKind;
  readonly name: string;
  readonly from: Date;
  readonly to: Date;
}

const itemOf = (kind: CalendarKind): fc.Arbitrary<Item> =>
  fc
    .record({ name: fc.constantFrom('A', 'B', 'C'), begin: fc.integer({ min: -200, max: 1_500 }), hours: fc.integer({ min: 0, max: 500 }) })
    .map(({ name, begin, hours }) => ({
      kind,
      name,
      from: new Date(FIRST + begin * HOUR),
      to: new Date(FIRST + (begin + hours) * HOUR),
    }));

test('bars stand on exactly the days of their items, and no two on one line of one day', () => {
  fc.assert(
    fc.property(fc.array(itemOf('RULE'), { maxLength: 12 }), (items) => {
      const bars = barsOf(items, DAYS);
      const visible = items.filter((item) => daysTouched(item, DAYS) !== null);
      expect(bars.map(({ item }) => item)).toHaveLength(visible.length);
      for (const bar of bars) expect({ first: bar.first, last: bar.last }).toEqual(daysTouched(bar.item, DAYS));
      for (const [index, one] of bars.entries())
        for (const other of bars.slice(index + 1))
          expect(one.line !== other.line || one.last < other.first || other.last < one.first).toBe(true);
    }),
    { numRuns: 100 },
  );
});

test('segments are in order, do not share a day, and cover every day that an item has a part in', () => {
  fc.assert(
    fc.property(fc.array(itemOf('BUDGET'), { maxLength: 12 }), (items) => {
      const segments = segmentsOf(items, DAYS);
      const covered = new Set<number>();
      for (const { first, last } of segments)
        for (let day = first; day <= last; day++) {
          expect(covered.has(day)).toBe(false);
          covered.add(day);
        }
      expect(segments.map(({ first }) => first)).toEqual(segments.map(({ first }) => first).toSorted((one, other) => one - other));
      for (const item of items) {
        const range = daysTouched(item, DAYS);
        for (let day = range?.first ?? 0; day <= (range?.last ?? -1); day++) expect(covered.has(day)).toBe(true);
      }
      expect(segments.flatMap((segment) => segment.items)).toHaveLength(items.filter((item) => daysTouched(item, DAYS)).length);
    }),
    { numRuns: 100 },
  );
});

test('periods that meet within a day stand side by side, the day being that of the one that begins', () => {
  const at = (hours: number): Date => new Date(FIRST + hours * HOUR);
  const periods = [0, 1, 2].map((week) => ({ kind: 'BUDGET' as const, name: 'A', from: at(2 + week * 168), to: at(2 + (week + 1) * 168) }));
  expect(segmentsOf(periods, DAYS).map(({ first, last }) => [first, last])).toEqual([
    [0, 6],
    [7, 13],
    [14, 21],
  ]);
});

test('a day has one entry for all runs of an automation, and a budget only where it begins anew', () => {
  const at = (hours: number): Date => new Date(FIRST + hours * HOUR);
  const runs = [1, 2, 3].map((hour) => ({ kind: 'AUTOMATION' as const, name: 'Hourly', from: at(hour), to: at(hour) }));
  const budget = { kind: 'BUDGET' as const, name: 'Budget', from: at(24), to: at(100) };
  const items: Item[] = [...runs, budget, { kind: 'RULE', name: 'Bar', from: at(0), to: at(100) }];
  const on = (day: number) => entriesOf(items, DAYS[day]!, ({ name }) => name).map((entry) => [entry.items[0].name, entry.items.length]);
  expect([on(0), on(1), on(2)]).toEqual([[['Hourly', 3]], [['Budget', 1]], []]);
});

test('what two ranges share is told as a part of the first', () => {
  expect(
    sharedParts({ first: 10, last: 19 }, [
      { first: 15, last: 30 },
      { first: 0, last: 10 },
      { first: 20, last: 22 },
    ]),
  ).toEqual([
    { from: 0, to: 0.1 },
    { from: 0.5, to: 1 },
  ]);
});
