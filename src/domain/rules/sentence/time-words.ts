/** Puts into words what an expression says of days, hours and moments. */
import { dayName, momentName, monthName, ordinalOf, weekdayName, zoneName } from '@/domain/calendar-names';
import { durationText } from '@/domain/duration';
import type { Node } from '../cel/tree';
import { alternatives, quoted } from './phrases';
import { isNow, pathOf, textLiteral } from './written-path';

/** From Sunday, as CEL counts them. */
export const WEEKDAYS: readonly string[] = [7, 1, 2, 3, 4, 5, 6].map(weekdayName);
export const MONTHS: readonly string[] = Array.from({ length: 12 }, (_, month) => monthName(month + 1));

const TIME_PARTS: Readonly<Record<string, string>> = {
  getFullYear: 'the year',
  getMonth: 'the month, counted from 0,',
  getDate: 'the day of the month',
  getDayOfMonth: 'the day of the month, counted from 0,',
  getDayOfWeek: 'the weekday, counted from Sunday as 0,',
  getDayOfYear: 'the day of the year, counted from 0,',
  getHours: 'the hour',
  getMinutes: 'the minute',
};

/** The zone in which a time is told, after a space; nothing for the program's own. */
export function zoneWords(zone: Node | undefined): string {
  if (zone === undefined) return ' in UTC';
  if (pathOf(zone)?.join('.') === 'program.timezone') return '';
  const name = textLiteral(zone);
  return name === null ? ' in another zone' : ` in ${zoneName(name)}`;
}

/** The words for a part of the present time, or for a moment or duration that is written out; null for any other call. */
export function timeWords(name: string, target: Node | undefined, args: readonly Node[]): string | null {
  if (name === 'date' && isNow(args[0])) return `the day${zoneWords(args[1])}`;
  const written = args.length === 1 ? textLiteral(args[0]) : null;
  if (written !== null && name === 'timestamp') return momentWords(written);
  if (written !== null && name === 'duration') return daysWords(written) ?? durationText(written);
  const part = Object.hasOwn(TIME_PARTS, name) && isNow(target) ? TIME_PARTS[name] : undefined;
  return part === undefined ? null : `${part}${zoneWords(args[0])}`;
}

/** `720h` as `30 days`: CEL has no days. One of them is 24 hours. */
function daysWords(duration: string): string | null {
  const days = Number(/^(\d+)h$/.exec(duration)?.[1]) / 24;
  return Number.isInteger(days) && days > 1 ? `${days} days` : null;
}

/** `December 24, 2026 at 18:00 UTC`; a text that is no time stays as it is. */
export function momentWords(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? text : `${momentName(at, 'UTC')} UTC`;
}

/** A day as a calendar in some zone shows it. */
export const isDay = (node: Node): boolean => node.exprKind.case === 'callExpr' && node.exprKind.value.function === 'date';

export const isTime = (node: Node): boolean =>
  isNow(node) || (node.exprKind.case === 'callExpr' && node.exprKind.value.function === 'timestamp');

/** A day that a calendar is compared with; null for what is no day. */
export function dayWords(node: Node): string | null {
  const text = textLiteral(node);
  return text === null ? null : (dayName(text) ?? quoted(text));
}

/** After “it is”: `a Saturday or Sunday`, `March`, `18:00 or later`; null for other comparisons. */
export function calendarWords(operator: string, left: Node, numbers: readonly (number | null)[]): string | null {
  if (left.exprKind.case !== 'callExpr' || !isNow(left.exprKind.value.target)) return null;
  const { function: name, args } = left.exprKind.value;
  const zone = zoneWords(args[0]);
  if (name === 'getHours') return hourWords(operator, numbers, zone);
  const nameOf = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (nameOf === undefined || (operator !== '_==_' && operator !== '_!=_')) return null;
  const told = alternatives(numbers.map((number) => (number === null ? null : nameOf(number))));
  const month = name === 'getDate' || name === 'getDayOfMonth' ? ' of the month' : '';
  return told === null ? null : `${operator === '_!=_' ? 'not ' : ''}${told}${month}${zone}`;
}

const dateName = (day: number): string | null => (day >= 1 && day <= 31 ? `the ${ordinalOf(day)}` : null);

const NAMES: Readonly<Record<string, (number: number) => string | null>> = {
  getDayOfWeek: (number) => (WEEKDAYS[number] === undefined ? null : `a ${WEEKDAYS[number]}`),
  getMonth: (number) => MONTHS[number] ?? null,
  getDate: dateName,
  getDayOfMonth: (number) => dateName(number + 1),
};

function hourWords(operator: string, [hour = null, ...more]: readonly (number | null)[], zone: string): string | null {
  if (hour === null || more.length > 0 || hour < 0 || hour > 23) return null;
  const clock = (at: number): string => `${String(at).padStart(2, '0')}:00${zone}`;
  if (operator === '_>=_') return `${clock(hour)} or later`;
  if (operator === '_<_') return `before ${clock(hour)}`;
  if (operator === '_==_') return `${clock(hour).slice(0, '00:00'.length)} to ${clock(hour).replace(':00', ':59')}`;
  if (hour === 23) return null;
  if (operator === '_>_') return `${clock(hour + 1)} or later`;
  return operator === '_<=_' ? `before ${clock(hour + 1)}` : null;
}
