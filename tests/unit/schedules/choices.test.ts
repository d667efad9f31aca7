import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextInZone } from '@/domain/automations/schedule';
import { isCronExpression } from '@/domain/cron';
import { choiceOf } from '@/domain/schedules/cron-choice';
import { cronOf, everComes, HOUR_STEPS, MINUTE_STEPS, type DayOfMonth, type ScheduleChoice } from '@/domain/schedules/schedule-choice';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;

const some = (min: number, max: number, maxLength = 4) =>
  fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength }).map((numbers) => numbers.sort((one, other) => one - other));
const times = fc.record({ hours: some(0, 23), minute: fc.integer({ min: 0, max: 59 }) });
const days: fc.Arbitrary<DayOfMonth> = fc.oneof(
  fc
    .tuple(some(1, 31), fc.constantFrom<readonly 'LAST'[]>([], ['LAST']))
    .map(([dates, last]): DayOfMonth => ({ on: 'DATES', dates: [...dates, ...last] })),
  fc.constant<DayOfMonth>({ on: 'DATES', dates: ['LAST'] }),
  fc
    .tuple(fc.constantFrom(1 as const, 2 as const, 3 as const, 4 as const, 'LAST' as const), fc.integer({ min: 1, max: 7 }))
    .map(([nth, weekday]): DayOfMonth => ({ on: 'WEEKDAY', nth, weekday })),
  fc.constantFrom(1 as const, 'LAST' as const).map((nth): DayOfMonth => ({ on: 'WORKDAY', nth })),
);
const choices: fc.Arbitrary<ScheduleChoice> = fc
  .oneof(
    fc.constantFrom(...MINUTE_STEPS).map((step): ScheduleChoice => ({ every: 'MINUTES', step })),
    fc
      .tuple(fc.constantFrom(...HOUR_STEPS), fc.integer({ min: 0, max: 59 }))
      .map(([step, minute]): ScheduleChoice => ({ every: 'HOURS', step, minute })),
    fc.tuple(some(1, 7, 7), times).map(([weekdays, at]): ScheduleChoice => ({ every: 'WEEK', weekdays, times: at })),
    fc.tuple(some(1, 12, 12), days, times).map(([months, day, at]): ScheduleChoice => ({ every: 'MONTH', months, day, times: at })),
  )
  .filter(everComes);

test('a choice is read back from its cron expression as it was', () => {
  fc.assert(
    fc.property(choices, (choice) => {
      const cron = cronOf(choice);
      expect(isCronExpression(cron)).toBe(true);
      expect(choiceOf(cron)).toEqual(choice);
    }),
    { numRuns: 1_000 },
  );
});

const daysInMonth = (wall: Date): number => new Date(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth() + 1, 0)).getUTCDate();
const weekdayAt = (wall: Date): number => wall.getUTCDay() || 7;
const isWorkday = (wall: Date): boolean => weekdayAt(wall) < 6;

/** The model that the cron expression is compared with: whether a choice means a day, by the calendar alone. */
function meansDay(day: DayOfMonth, wall: Date): boolean {
  const [date, length] = [wall.getUTCDate(), daysInMonth(wall)];
  if (day.on === 'DATES') return day.dates.some((chosen) => chosen === date || (chosen === 'LAST' && date === length));
  const rest = Array.from({ length: day.nth === 'LAST' ? length - date : date - 1 }, (_, at) => {
    return new Date(wall.getTime() + (day.nth === 'LAST' ? at + 1 : -at - 1) * DAY);
  });
  if (day.on === 'WORKDAY') return isWorkday(wall) && !rest.some(isWorkday);
  const same = rest.filter((other) => weekdayAt(other) === day.weekday).length;
  return weekdayAt(wall) === day.weekday && same === (day.nth === 'LAST' ? 0 : day.nth - 1);
}

function meansWall(choice: ScheduleChoice, wall: Date): boolean {
  const [hour, minute] = [wall.getUTCHours(), wall.getUTCMinutes()];
  if (choice.every === 'MINUTES') return minute % choice.step === 0;
  if (choice.every === 'HOURS') return hour % choice.step === 0 && minute === choice.minute;
  if (minute !== choice.times.minute || !choice.times.hours.includes(hour)) return false;
  if (choice.every === 'WEEK') return choice.weekdays.includes(weekdayAt(wall));
  return choice.months.includes(wall.getUTCMonth() + 1) && meansDay(choice.day, wall);
}

/** What clocks in a zone show, as if it were UTC. */
function wallsIn(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const offsets = new Map<number, number>();
  return (at) => {
    // No clock was ever changed within a quarter of an hour.
    const quarter = Math.floor(at / (15 * MINUTE)) * 15 * MINUTE;
    const offset = offsets.get(quarter) ?? Date.parse(`${format.format(quarter).replace(' ', 'T')}Z`) - quarter;
    offsets.set(quarter, offset);
    return at + offset;
  };
}

/** Goes through a span minute by minute: what clocks skip comes after the gap, and a time of day that they show twice counts once. */
function timesIn(choice: ScheduleChoice, zone: string, from: number, to: number): string[] {
  const wallAt = wallsIn(zone);
  const found = new Set<number>();
  const seen = new Set<number>();
  for (let at = from - DAY, before = wallAt(at - MINUTE); at <= to; at += MINUTE) {
    const wall = wallAt(at);
    const repeats = seen.has(wall);
    seen.add(wall);
    const steady = choice.every === 'MINUTES' || choice.every === 'HOURS';
    if (meansWall(choice, new Date(wall)) && (steady || !repeats)) found.add(at);
    for (let skipped = before + MINUTE; skipped < wall; skipped += MINUTE)
      if (meansWall(choice, new Date(skipped))) found.add(at + (skipped - before - MINUTE));
    before = wall;
  }
  return [...found]
    .filter((at) => at > from && at <= to)
    .sort((one, other) => one - other)
    .map((at) => new Date(at).toISOString());
}

const CHANGES: Readonly<Record<string, readonly string[]>> = {
  UTC: ['2026-02-28T12:00:00Z'],
  'Europe/Berlin': ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
  'America/New_York': ['2026-03-08T07:00:00Z', '2026-11-01T06:00:00Z'],
  'Australia/Lord_Howe': ['2026-04-04T15:00:00Z', '2026-10-03T15:30:00Z'],
  'Asia/Kolkata': ['2024-02-29T00:00:00Z'],
  'Africa/Casablanca': ['2026-02-15T02:00:00Z', '2026-03-22T02:00:00Z'],
};
const places = fc
  .constantFrom(...Object.entries(CHANGES))
  .chain(([zone, changes]) => fc.tuple(fc.constant(zone), fc.constantFrom(...changes), fc.integer({ min: -4 * 1_440, max: 600 })));

test('the times of a choice are those that its cron expression has, across months and changes of the clock', () => {
  fc.assert(
    fc.property(choices, places, (choice, [zone, change, minutes]) => {
      const from = Date.parse(change) + minutes * MINUTE;
      const to = from + 4 * DAY;
      const runs: string[] = [];
      for (let at = nextInZone(cronOf(choice), zone, new Date(from)); at.getTime() <= to; at = nextInZone(cronOf(choice), zone, at)) {
        runs.push(at.toISOString());
        if (runs.length === 60) break;
      }
      expect(runs).toEqual(timesIn(choice, zone, from, to).slice(0, 60));
    }),
    { numRuns: 80 },
  );
});

test('the days of a choice over two years are those of the calendar', () => {
  const from = Date.parse('2027-06-01T00:00:00Z');
  fc.assert(
    fc.property(choices, (choice) => {
      fc.pre(choice.every === 'MONTH');
      if (choice.every !== 'MONTH') return;
      const meant = Array.from({ length: 730 }, (_, day) => new Date(from + day * DAY)).filter(
        (day) => choice.months.includes(day.getUTCMonth() + 1) && meansDay(choice.day, day),
      );
      const runs = new Set<number>();
      let at = nextInZone(cronOf(choice), 'UTC', new Date(from - 1));
      for (; at.getTime() < from + 730 * DAY; at = nextInZone(cronOf(choice), 'UTC', at)) runs.add(Math.floor(at.getTime() / DAY) * DAY);
      expect([...runs]).toEqual(meant.map((day) => day.getTime()));
    }),
    { numRuns: 60 },
  );
});

/** Spellings that no choice is written in, and crons that are none. */
const fields = fc.tuple(
  fc.constantFrom('0', '30', '*/15', '*/7', '0,30', '5-10', '*', '0,15,30,45', '00'),
  fc.constantFrom('9', '*', '*/6', '*/5', '9,17', '8-18/2', '0-23', '0,6,12,18'),
  fc.constantFrom('*', '1', 'L', '1W', 'LW', '15,L', '*/2', '1-7', '31', '15W', '?'),
  fc.constantFrom('*', 'JAN', '*/3', '2', '1-12', 'feb,NOV', '1,7'),
  fc.constantFrom('*', 'MON', '1-5', '0', '7', 'FRI#2', '5L', '1#5', 'mon,wed', '0-6', '+1', '6,0', '2-7/2'),
);

test('a cron expression that opens as a choice has the times of that choice, however it is spelled', () => {
  fc.assert(
    fc.property(fields, fc.integer({ min: Date.parse('2026-01-01'), max: Date.parse('2027-06-01') }), (parts, instant) => {
      const cron = parts.join(' ');
      const choice = choiceOf(cron);
      fc.pre(choice !== null);
      if (choice === null) return;
      let [one, other] = [new Date(instant), new Date(instant)];
      for (let run = 0; run < 8; run++) {
        one = nextInZone(cron, 'Europe/Berlin', one);
        other = nextInZone(cronOf(choice), 'Europe/Berlin', other);
        expect(other).toEqual(one);
      }
    }),
    { numRuns: 100 },
  );
});

test.each([
  '0 9 1 * 1',
  '*/7 * * * *',
  '0 */5 * * *',
  '0,20 9 * * *',
  '*/15 9-17 * * 1-5',
  '0 9 15W * *',
  '0 9 * * 1#5',
  '0 9 * 7 1',
  '0 9 * * +1',
  '0 0 30 2 *',
  'daily',
  '',
])('%j is no choice, and stays as it is written', (cron) => expect(choiceOf(cron)).toBe(null));
