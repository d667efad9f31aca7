/** Quiet hours on the clocks of a zone: nothing is sent within them, nothing before it is due, and nothing later than it could be. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { afterQuietHours, type QuietHours } from '@/domain/notices/quiet-hours';

const ZONES = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'America/St_Johns',
  'Pacific/Apia',
  'Africa/Casablanca',
];
const MINUTE = 60_000;

const shown = (at: number, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at);
const isQuiet = (at: number, { from, to }: QuietHours, zone: string): boolean => {
  const time = shown(at, zone);
  return from < to ? time >= from && time < to : time >= from || time < to;
};

const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map(([hours, minutes]) => `${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`);
const quiet = fc.record({ from: time, to: time }).filter(({ from, to }) => from !== to);
/** Around the changes of clocks of 2026 and 2011, when Apia skipped a day, and anywhere else. */
const instant = fc.oneof(
  ...['2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-10-25', '2026-11-01', '2011-12-30'].map((date) =>
    fc.integer({ min: -36 * 60, max: 36 * 60 }).map((minutes) => Date.parse(`${date}T02:00:00Z`) + minutes * MINUTE),
  ),
  fc.integer({ min: Date.parse('2025-01-01'), max: Date.parse('2028-12-31') }),
);

test('what is due is sent at the first instant outside of quiet hours, in whatever zone and however its clocks are changed', () => {
  fc.assert(
    fc.property(instant, quiet, fc.constantFrom(...ZONES), (at, hours, zone) => {
      const sent = afterQuietHours(new Date(at), hours, zone).getTime();
      expect(sent).toBeGreaterThanOrEqual(at);
      expect(isQuiet(sent, hours, zone)).toBe(false);
      if (!isQuiet(at, hours, zone)) expect(sent).toBe(at);
      // Minute by minute, since clocks show whole minutes alike.
      for (let minute = at; minute < sent; minute += 7 * MINUTE) expect(isQuiet(minute, hours, zone)).toBe(true);
      if (sent > at) expect(isQuiet(sent - 1, hours, zone)).toBe(true);
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['before midnight', '2026-03-10T22:30:00Z', 'UTC', '2026-03-11T08:00:00.000Z'],
  ['after midnight', '2026-03-11T03:00:00Z', 'UTC', '2026-03-11T08:00:00.000Z'],
  ['in the morning, on the minute', '2026-03-11T08:00:00Z', 'UTC', '2026-03-11T08:00:00.000Z'],
  ['in a night of 23 hours', '2026-03-28T21:00:00Z', 'Europe/Berlin', '2026-03-29T06:00:00.000Z'],
  ['in a night of 25 hours', '2026-10-24T21:00:00Z', 'Europe/Berlin', '2026-10-25T07:00:00.000Z'],
])('from 21:00 to 08:00, what is due %s waits until the morning', (_, at, zone, expected) => {
  expect(afterQuietHours(new Date(at), { from: '21:00', to: '08:00' }, zone).toISOString()).toBe(expected);
});

test('an end that clocks skip comes when they are put forward', () => {
  const hours = { from: '01:00', to: '02:30' };
  expect(afterQuietHours(new Date('2026-03-29T00:30:00Z'), hours, 'Europe/Berlin').toISOString()).toBe('2026-03-29T01:00:00.000Z');
});
