import { expect, test } from 'vitest';
import { choiceOf } from '@/domain/schedules/cron-choice';
import { scheduleWords, shortMonthWords } from '@/domain/schedules/schedule-words';
import { changeWords, upcomingRuns } from '@/domain/schedules/upcoming-runs';

const cron = (cron_expression: string, timezone = 'Europe/Berlin') =>
  scheduleWords({ type: 'CRON', cron_expression, timezone, run_at: null });

test.each([
  ['* * * * *', 'Every minute in Berlin'],
  ['*/15 * * * *', 'Every 15 minutes in Berlin'],
  ['0 * * * *', 'Every hour in Berlin'],
  ['1 * * * *', 'Every hour at 1 minute past in Berlin'],
  ['30 */6 * * *', 'Every 6 hours from 00:30 in Berlin'],
  ['0 9 * * *', 'Every day at 09:00 in Berlin'],
  ['0 9,17 * * MON-FRI', 'Every weekday at 09:00 and 17:00 in Berlin'],
  ['0 18 * * 5', 'Every Friday at 18:00 in Berlin'],
  ['30 8,12,18 * * 1,3,0', 'Every Monday, Wednesday and Sunday at 08:30, 12:30 and 18:30 in Berlin'],
  ['0 9 1 * *', 'On the 1st of every month at 09:00 in Berlin'],
  ['0 9 11,22,23 * *', 'On the 11th, 22nd and 23rd of every month at 09:00 in Berlin'],
  ['0 9 1-7,L * *', 'On the 1st to 7th and last day of every month at 09:00 in Berlin'],
  ['0 9 31 * *', 'On the 31st of every month that has one at 09:00 in Berlin'],
  ['0 9 L * *', 'On the last day of every month at 09:00 in Berlin'],
  ['0 9 * * 1#1', 'On the first Monday of every month at 09:00 in Berlin'],
  ['0 9 LW * *', 'On the last weekday of every month at 09:00 in Berlin'],
  ['0 9 1 */3 *', 'Every year on the 1st of January, April, July and October at 09:00 in Berlin'],
  ['0 9 14 2 *', 'Every year on February 14 at 09:00 in Berlin'],
  ['0 9 29 2 *', 'Every leap year on February 29 at 09:00 in Berlin'],
  ['0 9 1 * 1', 'By the cron expression “0 9 1 * 1” in Berlin'],
])('%s is said as: %s', (expression, words) => expect(cron(expression)).toBe(words));

test.each([
  ['UTC', 'Every day at 09:00 in UTC'],
  ['America/Argentina/Buenos_Aires', 'Every day at 09:00 in Buenos Aires'],
  ['Etc/GMT+5', 'Every day at 09:00 in Etc/GMT+5'],
])('the zone %s is named by its place, if it has one', (zone, words) => expect(cron('0 9 * * *', zone)).toBe(words));

test('what runs once, or when state changes, is said without a schedule', () => {
  const trigger = { cron_expression: null, timezone: 'America/New_York', run_at: null };
  expect(scheduleWords({ ...trigger, type: 'IMMEDIATE' })).toBe('Once, as soon as it is saved');
  expect(scheduleWords({ ...trigger, type: 'ONE_TIME', run_at: new Date('2026-03-01T12:00:00Z') })).toBe(
    'Once, on March 1, 2026 at 07:00 in New York',
  );
  expect(scheduleWords({ ...trigger, type: 'PARTICIPANT_STATE' })).toBe('When the filter becomes true for a participant');
  expect(scheduleWords({ ...trigger, type: 'PARTICIPANT_STATE', cron_expression: '0 0 * * *' })).toBe(
    'When the filter becomes true for a participant, and every day at 00:00 in New York',
  );
});

const short = (expression: string): string | null => {
  const choice = choiceOf(expression);
  return choice && shortMonthWords(choice);
};

test('dates that some months do not have are named, with the months', () => {
  expect(short('0 9 28 * *')).toBe(null);
  expect(short('0 9 31 1,3 *')).toBe(null);
  expect(short('0 9 L * *')).toBe(null);
  expect(short('0 9 29 * *')).toMatch(/^February has a 29th in leap years only: nothing runs in its place\./);
  expect(short('0 9 30 * *')).toMatch(/^February has no 30th: nothing runs/);
  expect(short('0 9 31 * *')).toBe(
    'February, April, June, September and November have no 31st: nothing runs in its place. Choose “Last day” for the end of every month.',
  );
});

const listed = (expression: string, zone: string, from: string, count: number) =>
  upcomingRuns(expression, zone, new Date(from), count).map((run) => [run.at.toISOString().slice(0, 16), changeWords(run)]);

test('of the next runs, the first after a change of the clock says so, and one that clocks skip is said to be moved', () => {
  expect(listed('30 2 * * *', 'Europe/Berlin', '2026-03-28T00:00:00Z', 3)).toEqual([
    ['2026-03-28T01:30', null],
    ['2026-03-29T01:30', 'Clocks skip the chosen time on this day, so the run comes after the gap.'],
    ['2026-03-30T00:30', null],
  ]);
  expect(listed('0 9 * * *', 'Europe/Berlin', '2026-10-24T00:00:00Z', 3)).toEqual([
    ['2026-10-24T07:00', null],
    ['2026-10-25T08:00', 'Clocks went back by 1 hour before this run, so it is later in UTC.'],
    ['2026-10-26T08:00', null],
  ]);
  expect(listed('0 9 * * *', 'Australia/Lord_Howe', '2026-10-03T00:00:00Z', 1)).toEqual([
    ['2026-10-03T22:00', 'Clocks went forward by 30 minutes before this run, so it is earlier in UTC.'],
  ]);
});
