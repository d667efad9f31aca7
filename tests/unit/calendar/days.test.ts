/** Days of a calendar in zones whose clocks change, and what lies in them. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  calendarDays,
  dateAfter,
  dateAt,
  daysFrom,
  daysTouched,
  intersects,
  lastDate,
  monthOf,
  moveByDays,
  startOfDate,
  weekdayOf,
} from '@/domain/calendar/days';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Changes by an hour, by half an hour, at midnight, by a whole day, and none at all. */
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo', 'America/Havana', 'Asia/Kolkata'];
const zone = fc.constantFrom(...ZONES);
const instant = fc.date({ min: new Date('2015-01-01T00:00:00Z'), max: new Date('2030-01-01T00:00:00Z'), noInvalidDate: true });
const length = fc.integer({ min: 0, max: 60 * DAY });

/** The date that the platform itself shows. */
const shown = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(at);

test('days follow one another without a gap, and each shows its own date from its first instant to its last', () => {
  fc.assert(
    fc.property(zone, instant, length, (timeZone, from, ms) => {
      const to = new Date(from.getTime() + ms + 1);
      const days = calendarDays(from, to, timeZone);
      expect(days[0]!.start <= from && days.at(-1)!.end >= to).toBe(true);
      for (const [index, { date, start, end }] of days.entries()) {
        expect([shown(start, timeZone), shown(new Date(end.getTime() - 1), timeZone)]).toEqual([date, date]);
        if (index > 0) expect(start).toEqual(days[index - 1]!.end);
      }
    }),
    { numRuns: 60 },
  );
});

test('a span lies in exactly the days that it has an instant in, whatever the clocks do', () => {
  fc.assert(
    fc.property(
      zone,
      instant,
      length,
      instant,
      length,
      fc.boolean(),
      fc.boolean(),
      (timeZone, start, ms, anchor, own, openFrom, openTo) => {
        const days = calendarDays(start, new Date(start.getTime() + ms + 1), timeZone);
        const near = new Date(start.getTime() + (anchor.getTime() % (60 * DAY)));
        const span = { from: openFrom ? null : near, to: openTo ? null : new Date(near.getTime() + own) };
        const touched = daysTouched(span, days);
        // The last instant of a span that has a length is a millisecond before its end.
        const first = span.from === null ? null : shown(span.from, timeZone);
        const last = span.to === null ? null : shown(new Date(span.to.getTime() - (own > 0 || span.from === null ? 1 : 0)), timeZone);
        for (const [index, { date }] of days.entries()) {
          const lies = (first === null || first <= date) && (last === null || date <= last);
          expect(touched !== null && touched.first <= index && index <= touched.last).toBe(lies);
        }
      },
    ),
    { numRuns: 150 },
  );
});

test('moving by days keeps the time on the clock unless a gap skips it, and moving to a day ends on that day', () => {
  fc.assert(
    fc.property(zone, instant, fc.integer({ min: -200, max: 200 }), (timeZone, at, days) => {
      const moved = moveByDays(at, days, timeZone);
      expect(dateAt(moved, timeZone)).toBe(dateAfter(dateAt(at, timeZone), days));
      expect(daysFrom(dateAt(at, timeZone), dateAt(moved, timeZone))).toBe(days);
    }),
    { numRuns: 200 },
  );
});

test('the days on which clocks change have 23 and 25 hours, and half an hour more or less on Lord Howe Island', () => {
  const hours = (date: string, timeZone: string): number => {
    const [day] = calendarDays(startOfDate(date, timeZone), new Date(startOfDate(date, timeZone).getTime() + 1), timeZone);
    return (day!.end.getTime() - day!.start.getTime()) / HOUR;
  };
  expect(hours('2026-03-29', 'Europe/Berlin')).toBe(23);
  expect(hours('2026-10-25', 'Europe/Berlin')).toBe(25);
  expect(hours('2026-12-24', 'Europe/Berlin')).toBe(24);
  expect(hours('2026-04-05', 'Australia/Lord_Howe')).toBe(24.5);
  expect(hours('2026-10-04', 'Australia/Lord_Howe')).toBe(23.5);
});

test('a day whose midnight is skipped begins after the gap, and a day that a zone left out is no day', () => {
  expect(startOfDate('2018-11-04', 'America/Sao_Paulo')).toEqual(new Date('2018-11-04T03:00:00Z'));
  const days = calendarDays(new Date('2011-12-29T12:00:00Z'), new Date('2012-01-01T00:00:00Z'), 'Pacific/Apia');
  expect(days.map(({ date }) => date)).toEqual(['2011-12-29', '2011-12-31', '2012-01-01']);
});

test('midnight is the end of the day before, and an instant lies in the day that it begins', () => {
  const midnight = startOfDate('2026-12-14', 'Europe/Berlin');
  expect(lastDate(midnight, 'Europe/Berlin')).toBe('2026-12-13');
  const [sunday, monday] = calendarDays(
    startOfDate('2026-12-13', 'Europe/Berlin'),
    startOfDate('2026-12-15', 'Europe/Berlin'),
    'Europe/Berlin',
  );
  expect(intersects({ from: null, to: midnight }, monday!.start, monday!.end)).toBe(false);
  expect(intersects({ from: midnight, to: midnight }, sunday!.start, sunday!.end)).toBe(false);
  expect(intersects({ from: midnight, to: midnight }, monday!.start, monday!.end)).toBe(true);
});

test('months and weekdays are those of the calendar', () => {
  expect([monthOf('2026-11-26'), monthOf('2026-11-26', 1), monthOf('2026-11-26', 2), monthOf('2026-01-31', -1)]).toEqual([
    '2026-11-01',
    '2026-12-01',
    '2027-01-01',
    '2025-12-01',
  ]);
  expect([weekdayOf('2026-11-23'), weekdayOf('2026-11-29')]).toEqual([1, 7]);
});
