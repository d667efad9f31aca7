/** What conditions tell of days: on the calendar of a time zone, across changes of the clock, leap days and the ends of years. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { activation, condition, render, verdict } from './support';

const at = (instant: string, timezone = 'Europe/Berlin') => ({
  now: new Date(instant),
  program: { ...activation({}).program, timezone },
});

describe('date', () => {
  test.each([
    ['2026-03-01T22:59:59.999Z', 'Europe/Berlin', '2026-03-01'],
    ['2026-03-01T23:00:00Z', 'Europe/Berlin', '2026-03-02'],
    ['2026-07-01T22:00:00Z', 'Europe/Berlin', '2026-07-02'],
    ['2026-12-31T23:30:00Z', 'Europe/Berlin', '2027-01-01'],
    ['2026-03-01T04:59:00Z', 'America/New_York', '2026-02-28'],
    ['2028-02-29T12:00:00Z', 'UTC', '2028-02-29'],
    ['2026-03-01T12:00:00Z', '+13:00', '2026-03-02'],
    ['2026-10-25T00:59:00Z', 'Europe/Berlin', '2026-10-25'],
  ])('at %s in %s is %s', (instant, zone, day) => {
    expect(verdict(`date(now, program.timezone) == "${day}"`, {}, at(instant, zone))).toBe('MATCHED');
    expect(render('{{ date(now, program.timezone) }}', 'text', {}, at(instant, zone))).toBe(day);
  });

  test.each([
    ['date(now, "Mars/Olympus")', 'There is no time zone "Mars/Olympus"'],
    ['date(now, 1)', 'A time zone is a text such as "Europe/Berlin" or "+02:00"'],
    ['date("2026-03-01", "UTC")', 'A value of kind string is not a timestamp'],
  ])('%s ends in an error', (source, reason) => {
    expect(verdict(`${source} == "x"`, {}, at('2026-03-01T12:00:00Z'))).toBe(`ERROR ${reason}`);
  });
});

describe('isAnniversary', () => {
  const holds = (day: string, instant: string, zone = 'UTC'): boolean =>
    condition('isAnniversary(event.day, now, program.timezone)', { day }, at(instant, zone)).outcome === 'MATCHED';

  test.each([
    ['1990-03-01', '2026-03-01T12:00:00Z', true],
    ['1990-03-01', '2026-03-02T12:00:00Z', false],
    ['2026-03-01', '2026-03-01T12:00:00Z', false],
    ['2027-03-01', '2026-03-01T12:00:00Z', false],
    ['03-01', '2026-03-01T12:00:00Z', true],
    ['1990-03-01T23:00:00Z', '2026-03-01T12:00:00Z', true],
    ['1992-02-29', '2026-02-28T12:00:00Z', true],
    ['1992-02-29', '2026-03-01T12:00:00Z', false],
    ['1992-02-29', '2028-02-28T12:00:00Z', false],
    ['1992-02-29', '2028-02-29T12:00:00Z', true],
    ['02-29', '2026-02-28T12:00:00Z', true],
    ['1990-12-31', '2026-12-31T23:59:59Z', true],
    ['2000-02-29', '2100-02-28T12:00:00Z', true],
  ])('of %s at %s is %s', (day, instant, celebrated) => {
    expect(holds(day, instant)).toBe(celebrated);
  });

  test('is told in the zone, not in UTC', () => {
    expect(holds('1990-03-02', '2026-03-01T23:00:00Z', 'Europe/Berlin')).toBe(true);
    expect(holds('1990-03-01', '2026-03-01T23:00:00Z', 'Europe/Berlin')).toBe(false);
  });

  test('of a time is that of its day in the zone', () => {
    const source = 'isAnniversary(timestamp("1990-03-01T23:30:00Z"), now, program.timezone)';
    expect(verdict(source, {}, at('2026-03-02T12:00:00Z'))).toBe('MATCHED');
    expect(verdict(source, {}, at('2026-03-02T12:00:00Z', 'UTC'))).toBe('NOT_MATCHED');
  });

  test.each(['1990-02-30', '1990-13-01', 'tomorrow', '', '1990-02-291', '1991-02-29'])(
    'of "%s", which is no day, ends in an error',
    (day) => {
      expect(verdict('isAnniversary(event.day, now, "UTC")', { day }, at('2026-03-01T12:00:00Z'))).toBe(
        `ERROR "${day}" is not a day such as 1990-02-28 or 02-28`,
      );
    },
  );

  test('comes round exactly once in every later year', () => {
    const day = fc.date({ min: new Date('1950-01-01T00:00:00Z'), max: new Date('2020-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 60 }), (began, years) => {
        const text = began.toISOString().slice(0, 10);
        const year = began.getUTCFullYear() + years;
        const times = Array.from({ length: 366 }, (_, n) => new Date(Date.UTC(year, 0, 1 + n, 12))).filter(
          (time) => time.getUTCFullYear() === year,
        );
        expect(times.filter((time) => holds(text, time.toISOString()))).toHaveLength(1);
      }),
      { numRuns: 15 },
    );
  });
});
