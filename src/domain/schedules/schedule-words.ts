/** Says in one plain sentence when an automation runs, such as "Every Friday at 18:00 in Berlin". The same schedule always has the same words. */
import type { AutomationTrigger } from '../automations/schedule';
import { momentName, monthName, ordinalOf, weekdayName, zoneName } from '../calendar-names';
import { choiceOf } from './cron-choice';
import {
  EVERY_MONTH,
  EVERY_WEEKDAY,
  MONDAY_TO_FRIDAY,
  type DateOfMonth,
  type DayOfMonth,
  type NthOfMonth,
  type ScheduleChoice,
  type TimesOfDay,
} from './schedule-choice';

export function scheduleWords(trigger: AutomationTrigger): string {
  const { type, timezone, run_at } = trigger;
  if (type === 'IMMEDIATE') return 'Once, as soon as it is saved';
  if (type === 'ONE_TIME') return run_at === null ? 'Once' : `Once, on ${momentName(run_at, timezone)} in ${zoneName(timezone)}`;
  const times = repeatWords(trigger);
  if (type === 'PARTICIPANT_STATE') return `When the filter becomes true for a participant${times === null ? '' : `, and ${times}`}`;
  return times === null ? 'Never' : times.charAt(0).toUpperCase() + times.slice(1);
}

/** `every Friday at 18:00 in Berlin`; null without a schedule that repeats. */
export const repeatWords = ({ cron_expression, timezone }: Pick<AutomationTrigger, 'cron_expression' | 'timezone'>): string | null =>
  cron_expression === null ? null : `${cronWords(cron_expression)} in ${zoneName(timezone)}`;

/** When a cron expression comes: `every Friday at 18:00`. One that no choice says is quoted. */
export function cronWords(expression: string): string {
  const choice = choiceOf(expression);
  return choice === null ? `by the cron expression “${expression.trim()}”` : choiceWords(choice);
}

function choiceWords(choice: ScheduleChoice): string {
  if (choice.every === 'MINUTES') return choice.step === 1 ? 'every minute' : `every ${choice.step} minutes`;
  if (choice.every === 'HOURS') return hoursWords(choice.step, choice.minute);
  const days = choice.every === 'WEEK' ? weekdaysWords(choice.weekdays) : datesWords(choice.day, choice.months);
  return `${days} at ${all(timesOf(choice.times))}`;
}

/** `00:30`: every time of a day, as a clock with 24 hours shows it. */
export const timesOf = ({ hours, minute }: TimesOfDay): string[] => hours.map((hour) => `${padded(hour)}:${padded(minute)}`);

/** What becomes of dates that some of the chosen months do not have; null when all have all. */
export function shortMonthWords(choice: ScheduleChoice): string | null {
  if (choice.every !== 'MONTH' || choice.day.on !== 'DATES') return null;
  const { dates } = choice.day;
  const said = dates.flatMap((date) => {
    const lacking = choice.months.filter((month) => date !== 'LAST' && date > (DAYS[month - 1] ?? 31));
    return lacking.length === 0 ? [] : [`${all(lacking.map(monthName))} ${lacking.length === 1 ? 'has' : 'have'} no ${ordinal(date)}`];
  });
  if (dates.includes(29) && choice.months.includes(2)) said.unshift('February has a 29th in leap years only');
  if (said.length === 0) return null;
  return `${said.join('; ')}: nothing runs in its place.${dates.includes('LAST') ? '' : ' Choose “Last day” for the end of every month.'}`;
}

/** The days of each month; 29 February comes, if rarely. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

const padded = (part: number): string => String(part).padStart(2, '0');
const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });
const all = (words: readonly string[]): string => list.format(words);

function hoursWords(step: number, minute: number): string {
  if (step > 1) return `every ${step} hours from 00:${padded(minute)}`;
  return minute === 0 ? 'every hour' : `every hour at ${minute} ${minute === 1 ? 'minute' : 'minutes'} past`;
}

function weekdaysWords(weekdays: readonly number[]): string {
  if (weekdays.length === EVERY_WEEKDAY.length) return 'every day';
  if (weekdays.join() === MONDAY_TO_FRIDAY.join()) return 'every weekday';
  return `every ${all(weekdays.map(weekdayName))}`;
}

/** `on the 1st and 15th of every month`, `every year on February 14`. */
function datesWords(day: DayOfMonth, months: readonly number[]): string {
  const [month, ...others] = months;
  const single = day.on === 'DATES' && day.dates.length === 1 ? day.dates[0] : undefined;
  if (typeof single === 'number' && month !== undefined && others.length === 0)
    return `${single === 29 && month === 2 ? 'every leap year' : 'every year'} on ${monthName(month)} ${single}`;
  if (months.length < EVERY_MONTH.length) return `every year on the ${dayWords(day)} of ${all(months.map(monthName))}`;
  const rare = day.on === 'DATES' ? day.dates.filter((date) => date !== 'LAST' && date > 28) : [];
  return `on the ${dayWords(day)} of every month${rare.length === 0 ? '' : ` that has ${rare.length === 1 ? 'one' : 'them'}`}`;
}

function dayWords(day: DayOfMonth): string {
  if (day.on === 'DATES') return all(runsOf(day.dates));
  return `${NTH_WORDS[day.nth]} ${day.on === 'WEEKDAY' ? weekdayName(day.weekday) : 'weekday'}`;
}

/** `1st`, `3rd to 7th`, `last day`. */
function runsOf(dates: readonly DateOfMonth[]): string[] {
  const runs: DateOfMonth[][] = [];
  for (const date of dates) {
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && typeof before === 'number' && date === before + 1) run.push(date);
    else runs.push([date]);
  }
  return runs.flatMap((run) =>
    run.length > 2
      ? [
          run
            .filter((_, at) => at === 0 || at === run.length - 1)
            .map(ordinal)
            .join(' to '),
        ]
      : run.map(ordinal),
  );
}

const NTH_WORDS: Readonly<Record<NthOfMonth, string>> = { 1: 'first', 2: 'second', 3: 'third', 4: 'fourth', LAST: 'last' };

const ordinal = (date: DateOfMonth): string => (date === 'LAST' ? 'last day' : ordinalOf(date));
