/** Which windows of rules overlap: only those that can meet on one event at one time. */
import { expect, test } from 'vitest';
import { calendarFrame } from '@/domain/calendar/frame';
import { overlapsOf, type OverlappingRule } from '@/domain/calendar/overlaps';
import { compileCondition } from '@/domain/rules/condition';

const FRAME = calendarFrame(
  { from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') },
  new Date('2026-11-26T00:00:00Z'),
  'UTC',
);
const day = (date: number): Date => new Date(Date.UTC(2026, 11, date));

const rule = (
  name: string,
  condition: string,
  from: number | null,
  to: number | null,
  more: Partial<OverlappingRule> = {},
): OverlappingRule => ({
  id: name,
  name,
  status: 'ACTIVE',
  condition: compileCondition(condition),
  activeFrom: from === null ? null : day(from),
  activeTo: to === null ? null : day(to),
  ...more,
});
const pairs = (...rules: OverlappingRule[]): string[] => overlapsOf(FRAME, rules).overlaps.map(({ sentence }) => sentence);

test.each([
  ['the same events', rule('B', 'event.type == "buy"', 5, 20), 'they match the same events of type “buy”'],
  [
    'some of the events',
    rule('B', 'event.type == "buy" && event.amount > 9', 5, 20),
    'every event of type “buy” that matches “B” matches “A”, too',
  ],
  ['all events', rule('B', 'true', 5, 20), 'every event of type “buy” that matches “A” matches “B”, too'],
])('a rule for %s overlaps from the later beginning to the earlier end', (_, other, what) =>
  expect(pairs(rule('A', 'event.type == "buy"', 1, 8), other)).toEqual([
    `“A” and “B” are both active from Saturday, December 5, 2026 to the end of Monday, December 7, 2026; ${what}.`,
  ]),
);

test('a window overlaps a rule that is always active, but two of those do not overlap', () => {
  const always = (name: string) => rule(name, 'event.type == "buy"', null, null);
  expect(pairs(always('A'), always('B'))).toEqual([]);
  expect(pairs(always('A'), rule('C', 'event.type == "buy"', 3, 5))).toHaveLength(1);
});

test.each([
  ['an event of another type', rule('B', 'event.type == "visit"', 1, 8)],
  ['other amounts', rule('B', 'event.type == "buy" && event.amount < 5', 1, 8)],
  ['a later time', rule('B', 'event.type == "buy" && event.amount > 9', 8, 20)],
  ['nothing while it is suspended', rule('B', 'event.type == "buy"', 1, 8, { status: 'SUSPENDED' })],
  ['a time that is not shown', rule('B', 'event.type == "buy"', 40, 50)],
  ['what nobody can tell', rule('B', 'event.note.contains("gift")', 1, 8)],
])('there is no overlap with a rule for %s', (_, other) =>
  expect(pairs(rule('A', 'event.type == "buy" && event.amount > 9', 1, 8), other)).toEqual([]),
);

test('at most a hundred overlaps are named, and the rest is counted', () => {
  const many = Array.from({ length: 20 }, (_, index) => rule(`R${index}`, 'event.type == "buy"', 1, 8));
  const { overlaps, leftOut } = overlapsOf(FRAME, many);
  expect([overlaps.length, leftOut]).toEqual([100, [{ kind: 'OVERLAP', count: 90, atLeast: false }]]);
});
