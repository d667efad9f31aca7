/** A schedule as people choose it: how often, on which days, at what times. Each choice has exactly one cron expression, which is all that is stored. */
import { isCronExpression } from '../cron';

/** One cron expression has one minute, so the times of a day share it. */
export interface TimesOfDay {
  readonly hours: readonly number[];
  readonly minute: number;
}

/** Dates from 1 to 31; LAST is whichever date a month ends on. */
export type DateOfMonth = number | 'LAST';
export type NthOfMonth = 1 | 2 | 3 | 4 | 'LAST';

export type DayOfMonth =
  | { readonly on: 'DATES'; readonly dates: readonly DateOfMonth[] }
  /** Such as the second Friday. */
  | { readonly on: 'WEEKDAY'; readonly nth: NthOfMonth; readonly weekday: number }
  /** The first or last day from Monday to Friday. */
  | { readonly on: 'WORKDAY'; readonly nth: 1 | 'LAST' };

/** Weekdays count from Monday, 1, to Sunday, 7; months from January, 1. Lists ascend, with LAST at the end. */
export type ScheduleChoice =
  | { readonly every: 'MINUTES'; readonly step: number }
  | { readonly every: 'HOURS'; readonly step: number; readonly minute: number }
  | { readonly every: 'WEEK'; readonly weekdays: readonly number[]; readonly times: TimesOfDay }
  | { readonly every: 'MONTH'; readonly months: readonly number[]; readonly day: DayOfMonth; readonly times: TimesOfDay };

const through = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, index) => first + index);
export const EVERY_WEEKDAY: readonly number[] = through(1, 7);
export const MONDAY_TO_FRIDAY: readonly number[] = through(1, 5);
export const EVERY_MONTH: readonly number[] = through(1, 12);
/** Steps by which the minutes of an hour, and the hours of a day, are divided without a rest. */
export const MINUTE_STEPS: readonly number[] = through(1, 30).filter((step) => 60 % step === 0);
export const HOUR_STEPS: readonly number[] = through(1, 12).filter((step) => 24 % step === 0);

/** The cron expression of a choice, in one spelling. */
export function cronOf(choice: ScheduleChoice): string {
  if (choice.every === 'MINUTES') return `${stepped(choice.step)} * * * *`;
  if (choice.every === 'HOURS') return `${choice.minute} ${stepped(choice.step)} * * *`;
  const times = `${choice.times.minute} ${listed(choice.times.hours)}`;
  if (choice.every === 'WEEK') return `${times} * * ${everyOr(choice.weekdays, EVERY_WEEKDAY)}`;
  const months = everyOr(choice.months, EVERY_MONTH);
  const { day } = choice;
  if (day.on === 'WEEKDAY') return `${times} * ${months} ${day.weekday}#${day.nth === 'LAST' ? 'L' : day.nth}`;
  return `${times} ${day.on === 'DATES' ? datesOf(day.dates) : day.nth === 'LAST' ? 'LW' : '1W'} ${months} *`;
}

const stepped = (step: number): string => (step === 1 ? '*' : `*/${step}`);
const everyOr = (values: readonly number[], all: readonly number[]): string => (values.length === all.length ? '*' : listed(values));

function datesOf(dates: readonly DateOfMonth[]): string {
  const numbers = dates.filter((date) => date !== 'LAST');
  return [...(numbers.length > 0 ? [listed(numbers)] : []), ...(numbers.length < dates.length ? ['L'] : [])].join(',');
}

/** Ascending numbers as cron lists them: `1,3-5`. */
function listed(values: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const value of values) {
    const run = runs.at(-1);
    if (run && run[1] === value - 1) run[1] = value;
    else runs.push([value, value]);
  }
  return runs.map(([first, last]) => (last - first > 1 ? `${first}-${last}` : through(first, last).join(','))).join(',');
}

/** Whether a choice ever comes: there is no 30 February. */
export const everComes = (choice: ScheduleChoice): boolean => isCronExpression(cronOf(choice));
