/** Streaks on the calendar: over leap days and changes of the clocks, with days that may be missed, and as far as they still go on. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { periodAt, periodEnd, unitAt, unitEnd, unitName, zoneOf } from '@/domain/challenges/periods';
import { runningStreak, streaksIn } from '@/domain/challenges/streak';
import { mostStreaks } from '@tests/support/challenge-oracle';

const day = (text: string, zone = 'UTC'): number => unitAt('DAY', new Date(text), zone);

test('as many disjoint streaks are found as there are', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 0, max: 40 })),
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 0, max: 3 }),
      (days, target, grace) => {
        const hits = days.sort((a, b) => a - b);
        expect(streaksIn(hits, { target, grace }, 1_000).rounds).toBe(mostStreaks(hits, target, grace));
      },
    ),
    { numRuns: 2_000 },
  );
});

test('days follow each other over a leap day, and in zones whose clocks change', () => {
  expect(day('2028-03-01T12:00:00Z') - day('2028-02-28T12:00:00Z')).toBe(2);
  expect(day('2027-03-01T12:00:00Z') - day('2027-02-28T12:00:00Z')).toBe(1);
  // In Berlin, March 28, 2027 has 23 hours and October 31 has 25.
  for (const [first, last] of [
    ['2027-03-27T23:30:00Z', '2027-03-28T21:30:00Z'],
    ['2027-10-30T22:30:00Z', '2027-10-31T22:30:00Z'],
  ] as const)
    expect(day(last, 'Europe/Berlin')).toBe(day(first, 'Europe/Berlin'));
  expect(day('2027-03-28T22:30:00Z', 'Europe/Berlin') - day('2027-03-27T23:30:00Z', 'Europe/Berlin')).toBe(1);
});

test('every day of any zone follows the one before without a gap', () => {
  for (const zone of ['Pacific/Apia', 'America/New_York', 'Africa/Casablanca', 'Asia/Kathmandu', 'America/Sao_Paulo']) {
    const start = Date.UTC(2026, 0, 1);
    const hours = Array.from({ length: 24 * 370 }, (_, hour) => day(new Date(start + hour * 3_600_000).toISOString(), zone));
    for (const [at, number] of hours.entries()) if (at > 0) expect([0, 1]).toContain(number - hours[at - 1]!);
  }
});

test('a unit ends where the next begins, on the clocks of the zone', () => {
  expect(unitEnd('DAY', day('2027-03-28T12:00:00Z', 'Europe/Berlin'), 'Europe/Berlin').toISOString()).toBe('2027-03-28T22:00:00.000Z');
  expect(unitEnd('WEEK', unitAt('WEEK', new Date('2027-03-03T12:00:00Z'), 'UTC'), 'UTC').toISOString()).toBe('2027-03-08T00:00:00.000Z');
  expect(unitName('WEEK', unitAt('WEEK', new Date('2027-03-07T23:59:59Z'), 'UTC'))).toBe('2027-03-01');
});

test('periods are those of the calendar of the zone, and end where the next begins', () => {
  const at = new Date('2027-12-31T23:30:00Z');
  const names = (['NONE', 'DAY', 'WEEK', 'MONTH', 'QUARTER', 'YEAR'] as const).map((period) => periodAt(period, at, 'Europe/Berlin'));
  expect(names).toEqual(['ALL', '2028-01-01', '2027-12-27', '2028-01', '2028-Q1', '2028']);
  expect(periodEnd('MONTH', at, 'Europe/Berlin')?.toISOString()).toBe('2028-01-31T23:00:00.000Z');
  expect(periodEnd('QUARTER', at, 'UTC')?.toISOString()).toBe('2028-01-01T00:00:00.000Z');
  expect(periodEnd('NONE', at, 'UTC')).toBeNull();
});

test('a zone that is none is passed over', () => {
  expect(zoneOf('Europe/Paris', 'UTC')).toBe('Europe/Paris');
  for (const nothing of ['Mars/Base', '', 3, undefined, null]) expect(zoneOf(nothing, 'UTC')).toBe('UTC');
});

test('a running streak lasts while no more is missed than may be', () => {
  const terms = { target: 7, grace: 1 };
  expect(runningStreak([1, 2, 3], terms, 3)).toEqual({ length: 3, graceLeft: 1 });
  expect(runningStreak([1, 2, 3], terms, 4)).toEqual({ length: 3, graceLeft: 1 });
  expect(runningStreak([1, 2, 3], terms, 5)).toEqual({ length: 3, graceLeft: 0 });
  expect(runningStreak([1, 2, 3], terms, 6)).toEqual({ length: 0, graceLeft: 1 });
  expect(runningStreak([1, 3, 5], terms, 5)).toEqual({ length: 2, graceLeft: 0 });
  expect(runningStreak([], terms, 5)).toEqual({ length: 0, graceLeft: 1 });
});
