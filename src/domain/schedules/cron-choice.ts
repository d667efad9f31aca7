/** Reads a cron expression as the choice that has the very same times; what no choice can say stays cron. */
import { isCronExpression } from '../cron';
import {
  EVERY_MONTH,
  EVERY_WEEKDAY,
  HOUR_STEPS,
  MINUTE_STEPS,
  type DateOfMonth,
  type DayOfMonth,
  type NthOfMonth,
  type ScheduleChoice,
  type TimesOfDay,
} from './schedule-choice';

/** The choice that `expression` is; null for one that is none, or no cron expression at all. */
export function choiceOf(expression: string): ScheduleChoice | null {
  if (!isCronExpression(expression)) return null;
  const [minute = '', hour = '', day = '', month = '', weekday = ''] = expression.trim().toUpperCase().split(/\s+/);
  const minutes = numbersOf(minute, 0, 59);
  if (minutes === null) return null;
  const everyDay = day === '*' && month === '*' && weekday === '*';
  if (hour.startsWith('*')) return everyDay ? steadyOf(minutes, hour) : null;
  const hours = numbersOf(hour, 0, 23);
  const [only, ...others] = minutes;
  if (hours === null || only === undefined || others.length > 0) return null;
  return daysOf({ hours, minute: only }, day, numbersOf(month, 1, 12, MONTH_NAMES), weekday);
}

/** A step through all minutes, or all hours. An hour that is not by such a step follows the clock on the wall instead. */
function steadyOf(minutes: readonly number[], hour: string): ScheduleChoice | null {
  const hourStep = stepOf(hour);
  const [first = 0, second = 60] = minutes;
  if (hourStep === null || !HOUR_STEPS.includes(hourStep)) return null;
  if (minutes.length === 1) return { every: 'HOURS', step: hourStep, minute: first };
  const step = second - first;
  const steady = hourStep === 1 && first === 0 && MINUTE_STEPS.includes(step) && minutes.length === 60 / step;
  return steady && minutes.every((minute) => minute % step === 0) ? { every: 'MINUTES', step } : null;
}

function stepOf(field: string): number | null {
  const [, step] = /^\*(?:\/(\d+))?$/.exec(field) ?? [];
  return field === '*' ? 1 : step === undefined ? null : Number(step);
}

function daysOf(times: TimesOfDay, day: string, months: readonly number[] | null, weekday: string): ScheduleChoice | null {
  if (months === null) return null;
  if (weekday === '*' && day !== '*') {
    const on = workdayOf(day) ?? datesOf(day);
    return on && { every: 'MONTH', months, day: on, times };
  }
  // With both restricted, either matches, which no choice says.
  if (day !== '*') return null;
  const on = nthWeekdayOf(weekday);
  if (on !== null) return { every: 'MONTH', months, day: on, times };
  const numbers = numbersOf(weekday, 0, 7, WEEKDAY_NAMES);
  if (numbers === null || months.length < EVERY_MONTH.length) return null;
  return { every: 'WEEK', weekdays: EVERY_WEEKDAY.filter((number) => numbers.includes(number) || numbers.includes(number % 7)), times };
}

const WORKDAYS: Readonly<Record<string, DayOfMonth>> = { '1W': { on: 'WORKDAY', nth: 1 }, LW: { on: 'WORKDAY', nth: 'LAST' } };
const workdayOf = (field: string): DayOfMonth | null => (Object.hasOwn(WORKDAYS, field) ? (WORKDAYS[field] ?? null) : null);

function datesOf(field: string): DayOfMonth | null {
  const items = field.split(',');
  const last: DateOfMonth[] = items.includes('L') ? ['LAST'] : [];
  const rest = items.filter((item) => item !== 'L');
  const numbers = rest.length === 0 ? [] : numbersOf(rest.join(','), 1, 31);
  return numbers && { on: 'DATES', dates: [...numbers, ...last] };
}

/** `5#2`, `FRI#2`, and for the last one `5#L` or `5L`. */
function nthWeekdayOf(field: string): DayOfMonth | null {
  const [, day = '', nth] = /^(\d|[A-Z]{3})(#[1-4]|#?L)$/.exec(field) ?? [];
  const [number] = numbersOf(day, 0, 7, WEEKDAY_NAMES) ?? [];
  if (nth === undefined || number === undefined) return null;
  return { on: 'WEEKDAY', nth: nth.endsWith('L') ? 'LAST' : (NTHS[Number(nth.slice(1)) - 1] ?? 'LAST'), weekday: number || 7 };
}

const NTHS: readonly NthOfMonth[] = [1, 2, 3, 4];
const WEEKDAY_NAMES = ['SUN', 'MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT'];
const MONTH_NAMES = ['', 'JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

/** The numbers that a field of numbers, names, ranges and steps allows, ascending; null when it has anything else. */
function numbersOf(field: string, min: number, max: number, names: readonly string[] = []): number[] | null {
  const allowed = new Set<number>();
  for (const item of field.split(',')) {
    const [, from, to, by = '1'] = /^(\*|\d+|[A-Z]+)(?:-(\d+|[A-Z]+))?(?:\/(\d+))?$/.exec(item) ?? [];
    if (from === undefined) return null;
    const number = (text: string): number => (names.includes(text) ? names.indexOf(text) : Number(text));
    const first = from === '*' ? min : number(from);
    const last = to === undefined ? (from === '*' ? max : first) : number(to);
    if (Number.isNaN(first) || Number.isNaN(last) || first < min || last > max || Number(by) < 1) return null;
    for (let value = first; value <= last; value += Number(by)) allowed.add(value);
  }
  return [...allowed].sort((one, other) => one - other);
}
