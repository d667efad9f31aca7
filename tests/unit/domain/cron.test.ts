import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cronSchedule, isCronExpression } from '@/domain/cron';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

test.each([
  ['0 0 1 * *', '2026-02-28T23:59:59.999Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
  ['0 0 1 * *', '2026-03-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', '2026-04-01T00:00:00.000Z'],
  ['0 0 31 * *', '2026-02-15T12:00:00.000Z', '2026-01-31T00:00:00.000Z', '2026-03-31T00:00:00.000Z'],
  ['0 0 L * *', '2024-02-29T00:00:00.000Z', '2024-02-29T00:00:00.000Z', '2024-03-31T00:00:00.000Z'],
  ['0 0 1,30 2,3 *', '2029-02-15T00:00:00.000Z', '2029-02-01T00:00:00.000Z', '2029-03-01T00:00:00.000Z'],
  ['0 0 29 2 *', '2026-07-01T00:00:00.000Z', '2024-02-29T00:00:00.000Z', '2028-02-29T00:00:00.000Z'],
  ['0 0 29 2 *', '2101-01-01T00:00:00.000Z', '2096-02-29T00:00:00.000Z', '2104-02-29T00:00:00.000Z'],
  ['0 0 * 2 MON#5', '2112-02-28T00:00:00.000Z', '2072-02-29T00:00:00.000Z', '2112-02-29T00:00:00.000Z'],
  ['0 0 * * 1', '2026-03-01T12:00:00.000Z', '2026-02-23T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
  ['* * * * 1', '2026-03-01T12:00:00.000Z', '2026-02-23T23:59:00.000Z', '2026-03-02T00:00:00.000Z'],
  ['*/15 9-17 * * MON-FRI', '2026-03-06T17:50:00.000Z', '2026-03-06T17:45:00.000Z', '2026-03-09T09:00:00.000Z'],
])('%s around %s: last at %s, next at %s', (expression, instant, latest, next) => {
  const schedule = cronSchedule(expression);
  expect(schedule.latest(new Date(instant)).toISOString()).toBe(latest);
  expect(schedule.next(new Date(instant)).toISOString()).toBe(next);
});

test('a night in which clocks elsewhere change has no missing and no doubled time', () => {
  const schedule = cronSchedule('30 2 * * *');
  expect(schedule.next(new Date('2026-03-29T00:00:00Z')).toISOString()).toBe('2026-03-29T02:30:00.000Z');
  expect(schedule.next(new Date('2026-10-25T02:30:00Z')).toISOString()).toBe('2026-10-26T02:30:00.000Z');
});

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '0 0 30 2 *',
  '0 0 0 * *',
  'daily',
  '@daily',
  '0 0 1 1 * 2030',
  '*/0 * * * *',
  '5-1 * * * *',
  '2026-03-01T00:00:00',
  'true ? event : 1',
  '* * * : 1',
])('%j is no cron expression of five fields that ever comes', (text) => expect(isCronExpression(text)).toBe(false));

const NUMBER = { minute: [0, 59], hour: [0, 23], day: [1, 28], month: [1, 12], weekday: [0, 6] } as const;
const part = (name: keyof typeof NUMBER) => {
  const [min, max] = NUMBER[name];
  const number = fc.integer({ min, max });
  const range = fc.tuple(number, number).map(([a, b]) => `${Math.min(a, b)}-${Math.max(a, b)}`);
  return fc.oneof(
    fc.constant('*'),
    number.map(String),
    range,
    fc.tuple(number, number).map(([a, b]) => `${a},${b}`),
  );
};
const expressions = fc.tuple(part('minute'), part('hour'), part('day'), part('month'), part('weekday'));

const allows = (field: string, value: number): boolean =>
  field === '*' ||
  field.split(',').some((item) => {
    const [from, to = from] = item.split('-').map(Number);
    return value >= from! && value <= to!;
  });

/** With both day of month and weekday restricted, a day matches either, as in cron. */
function matchesDay([, , day, month, weekday]: readonly string[], at: Date): boolean {
  const [byDay, byWeekday] = [allows(day!, at.getUTCDate()), allows(weekday!, at.getUTCDay())];
  return allows(month!, at.getUTCMonth() + 1) && (day === '*' || weekday === '*' ? byDay && byWeekday : byDay || byWeekday);
}

/** Searches day by day and minute by minute. */
function search(fields: readonly string[], from: number, step: 1 | -1): number {
  for (let day = Math.floor(from / DAY); ; day += step) {
    if (!matchesDay(fields, new Date(day * DAY))) continue;
    const minutes = Array.from({ length: 1_440 }, (_, minute) => day * DAY + minute * MINUTE).filter(
      (time) =>
        (step > 0 ? time > from : time <= from) &&
        allows(fields[0]!, new Date(time).getUTCMinutes()) &&
        allows(fields[1]!, new Date(time).getUTCHours()),
    );
    if (minutes.length > 0) return step > 0 ? minutes[0]! : minutes.at(-1)!;
  }
}

test('the times found are those that a search minute by minute finds', () => {
  const instants = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2030-01-01') });
  fc.assert(
    fc.property(expressions, instants, (fields, instant) => {
      const schedule = cronSchedule(fields.join(' '));
      expect(schedule.next(new Date(instant)).getTime()).toBe(search(fields, instant, 1));
      expect(schedule.latest(new Date(instant)).getTime()).toBe(search(fields, instant, -1));
    }),
    { numRuns: 300 },
  );
});
