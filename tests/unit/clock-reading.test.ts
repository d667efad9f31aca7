/** What clocks show and the instants they stand for, also where clocks are changed. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clockReading, clockReadingOfEnd, instantOf } from '@/domain/clock-reading';
import { windowWords } from '@/domain/window-words';

const BERLIN = 'Europe/Berlin';
const ZONES = ['UTC', BERLIN, 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia'];
const instants = fc.date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true });

test('a reading stands for the instant it was taken at, or for the other one at which clocks show the same', () => {
  fc.assert(
    fc.property(instants, fc.constantFrom(...ZONES), fc.constantFrom('first' as const, 'last' as const), (instant, zone, which) => {
      for (const reads of [clockReading, clockReadingOfEnd]) {
        const reading = reads(instant, zone);
        const found = instantOf(reading, zone, which);
        expect(found && reads(found, zone)).toEqual(reading);
        expect(Math.abs((found?.getTime() ?? 0) - instant.getTime())).toBeLessThanOrEqual(60 * 60_000);
      }
    }),
  );
});

test('the end of a day is 24:00 of it, and a second to midnight is not', () => {
  const end = new Date('2026-10-25T23:00:00Z');
  expect(clockReadingOfEnd(end, BERLIN)).toEqual({ date: '2026-10-25', time: '24:00' });
  expect(clockReading(end, BERLIN)).toEqual({ date: '2026-10-26', time: '00:00' });
  expect(instantOf({ date: '2026-10-25', time: '24:00' }, BERLIN, 'last')).toEqual(end);
  expect(clockReadingOfEnd(new Date('2026-10-25T22:59:59Z'), BERLIN)).toEqual({ date: '2026-10-25', time: '23:59:59' });
});

test('a time that clocks show twice is the first or the last of them, and one that they skip is none', () => {
  const twice = { date: '2026-10-25', time: '02:30' };
  expect(instantOf(twice, BERLIN, 'first')).toEqual(new Date('2026-10-25T00:30:00Z'));
  expect(instantOf(twice, BERLIN, 'last')).toEqual(new Date('2026-10-25T01:30:00Z'));
  expect(instantOf({ date: '2026-03-29', time: '02:30' }, BERLIN, 'first')).toBeNull();
});

test.each([
  ['2026-02-31', '10:00'],
  ['2026-2-1', '10:00'],
  ['', '10:00'],
  ['2026-02-01', ''],
  ['2026-02-01', '24:01'],
  ['2026-02-01', '9'],
  ['2026-02-01', '10:60'],
])('%s %s is no instant', (date, time) => {
  expect(instantOf({ date, time }, BERLIN, 'first')).toBeNull();
});

test('a window says how long it lasts and that clocks change within it', () => {
  const [friday, monday] = [new Date('2026-10-23T16:00:00Z'), new Date('2026-10-25T23:00:00Z')];
  expect(windowWords(friday, monday, BERLIN)).toBe('Lasts 2 days 7 hours. Clocks go back by 1 hour within it.');
  expect(windowWords(friday, monday, 'UTC')).toBe('Lasts 2 days 7 hours.');
  expect(windowWords(new Date('2026-03-28T00:00:00Z'), new Date('2026-03-29T22:00:00Z'), BERLIN)).toContain('Clocks go forward by 1 hour');
  expect(windowWords(monday, friday, BERLIN)).toBeNull();
  expect(windowWords(friday, new Date(NaN), BERLIN)).toBeNull();
});
