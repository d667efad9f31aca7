import fc from 'fast-check';
import { expect, test } from 'vitest';
import { firstRun, nextInZone } from '@/domain/automations/schedule';
import { instantAt, isTimeZone, offsetsIn } from '@/domain/time-zone';

/** DST changes in the time zones that the property test covers. */
const CLOCK_CHANGES = [
  '2026-03-29T01:00:00Z',
  '2026-10-25T01:00:00Z',
  '2026-03-08T07:00:00Z',
  '2026-11-01T06:00:00Z',
  '2026-04-04T15:00:00Z',
  '2026-10-03T15:30:00Z',
  '2026-02-15T02:00:00Z',
  '2026-03-22T02:00:00Z',
];

function runs(expression: string, timezone: string, from: string, count: number): string[] {
  const times: string[] = [];
  for (let at = new Date(from); times.length < count;) {
    at = nextInZone(expression, timezone, at);
    times.push(at.toISOString().slice(5, 16));
  }
  return times;
}

test('a daily run keeps its time on the wall through summer and winter', () => {
  expect(runs('0 9 1 * *', 'Europe/Berlin', '2026-01-15T00:00:00Z', 4)).toEqual([
    '02-01T08:00',
    '03-01T08:00',
    '04-01T07:00',
    '05-01T07:00',
  ]);
});

test('a time that the clock skips comes after the gap, once', () => {
  expect(runs('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3)).toEqual(['03-28T01:30', '03-29T01:30', '03-30T00:30']);
});

test('a time that comes twice counts the first time alone', () => {
  expect(runs('30 2 * * *', 'Europe/Berlin', '2026-10-24T00:00:00Z', 3)).toEqual(['10-24T00:30', '10-25T00:30', '10-26T01:30']);
  for (const asked of ['2026-10-25T00:30:00Z', '2026-10-25T01:10:00Z', '2026-10-25T01:30:00Z'])
    expect(runs('30 2 * * *', 'Europe/Berlin', asked, 1)).toEqual(['10-26T01:30']);
});

test('an hourly run misses no hour and doubles none when clocks change', () => {
  expect(runs('*/30 * * * *', 'Europe/Berlin', '2026-10-24T23:40:00Z', 6)).toEqual([
    '10-25T00:00',
    '10-25T00:30',
    '10-25T01:00',
    '10-25T01:30',
    '10-25T02:00',
    '10-25T02:30',
  ]);
  expect(runs('0 * * * *', 'Europe/Berlin', '2026-03-28T23:10:00Z', 4)).toEqual([
    '03-29T00:00',
    '03-29T01:00',
    '03-29T02:00',
    '03-29T03:00',
  ]);
  expect(runs('0 * * * *', 'Australia/Lord_Howe', '2026-04-04T13:10:00Z', 4)).toEqual([
    '04-04T14:00',
    '04-04T15:30',
    '04-04T16:30',
    '04-04T17:30',
  ]);
});

test.each([
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T01:30:00Z', ['03-29T01:30', '03-30T00:30']],
  ['30 2 * * *', 'Europe/Berlin', '2026-03-29T01:10:00Z', ['03-29T01:30', '03-30T00:30']],
  ['5,31 2 * * *', 'Australia/Lord_Howe', '2026-10-03T15:00:00Z', ['10-03T15:31', '10-03T15:35', '10-04T15:05']],
])('what a gap skips of %s in %s still comes when one asks at %s', (expression, zone, asked, expected) => {
  expect(runs(expression, zone, asked, expected.length)).toEqual(expected);
});

test('the next run is always later, wherever and whenever one asks', () => {
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'Africa/Casablanca');
  const expressions = fc.constantFrom('30 2 * * *', '5,31 2 * * *', '*/7 * * * *', '0 1,2,3 * * *', '15 */2 * * SUN', '0 0 L * *');
  const sometime = fc.date({ min: new Date('2025-01-01T00:00:00Z'), max: new Date('2028-01-01T00:00:00Z'), noInvalidDate: true });
  const besideChange = fc
    .tuple(fc.constantFrom(...CLOCK_CHANGES), fc.integer({ min: -48 * 60, max: 240 }))
    .map(([change, minutes]) => new Date(Date.parse(change) + minutes * 60_000));
  fc.assert(
    fc.property(zones, expressions, fc.oneof(sometime, besideChange), (zone, expression, at) => {
      const next = nextInZone(expression, zone, at);
      expect(next.getTime()).toBeGreaterThan(at.getTime());
      expect(nextInZone(expression, zone, new Date(next.getTime() - 1))).toEqual(next);
    }),
    { numRuns: 1_000 },
  );
});

test('a time zone is known by its name', () => {
  expect(['UTC', 'Europe/Berlin', 'Mars/Olympus', ''].map(isTimeZone)).toEqual([true, true, false, false]);
});

test('what has no schedule runs at once, at its time, or never by itself', () => {
  const now = new Date('2026-05-01T00:00:00Z');
  const trigger = { cron_expression: null, timezone: 'UTC', run_at: null };
  expect(firstRun({ ...trigger, type: 'IMMEDIATE' }, now)).toBe(now);
  expect(firstRun({ ...trigger, type: 'PARTICIPANT_STATE' }, now)).toBe(null);
});

test.each([
  ['UTC', '2026-06-01T12:00Z', '2026-06-01T12:00Z'],
  ['Asia/Tokyo', '2026-06-01T00:00Z', '2026-05-31T15:00Z'],
  ['Europe/Berlin', '2026-03-29T02:30Z', '2026-03-29T01:30Z'],
  ['Europe/Berlin', '2026-10-25T02:30Z', '2026-10-25T00:30Z'],
  ['Australia/Lord_Howe', '2026-10-04T02:10Z', '2026-10-03T15:40Z'],
])('clocks in %s first show %s, or have passed it, at %s', (zone, wall, instant) => {
  expect(new Date(instantAt(Date.parse(wall), offsetsIn(zone)))).toEqual(new Date(instant));
});
