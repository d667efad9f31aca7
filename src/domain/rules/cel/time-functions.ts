/**
 * Computes the calendar fields of a timestamp, in UTC or in a named zone. Done here because the result
 * must not depend on the time zone of the machine.
 */
import { callLibrary } from './library';
import type { NumberMapping } from './numbers';
import { CelFailure, kindOf, type ExpressionResult, type RuleValue } from './values';

const DAY_MS = 86_400_000;
const FIXED_OFFSET = /^([+-]?)(\d\d):(\d\d)$/;
const MAX_ZONES = 64;
const zones = new Map<string, Intl.DateTimeFormat>();

/** Each reads a Date whose UTC fields are the local ones. */
const FIELDS: Readonly<Record<string, (local: Date) => number>> = {
  getFullYear: (local) => local.getUTCFullYear(),
  getMonth: (local) => local.getUTCMonth(),
  getDate: (local) => local.getUTCDate(),
  getDayOfMonth: (local) => local.getUTCDate() - 1,
  getDayOfWeek: (local) => local.getUTCDay(),
  getDayOfYear: (local) => Math.floor((local.getTime() - new Date(0).setUTCFullYear(local.getUTCFullYear(), 0, 1)) / DAY_MS),
  getHours: (local) => local.getUTCHours(),
  getMinutes: (local) => local.getUTCMinutes(),
  getSeconds: (local) => local.getUTCSeconds(),
  getMilliseconds: (local) => local.getUTCMilliseconds(),
};

export function isTimeField(name: string): boolean {
  return Object.hasOwn(FIELDS, name);
}

function zoneFormat(zone: string): Intl.DateTimeFormat | undefined {
  const known = zones.get(zone);
  if (known !== undefined) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    if (zones.size >= MAX_ZONES) zones.clear();
    zones.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}

/** The instant moved so that its UTC fields show the zone's wall clock. */
function inZone(instant: Date, zone: string): Date | CelFailure {
  const fixed = FIXED_OFFSET.exec(zone);
  if (fixed !== null) {
    const minutes = Number(fixed[2]) * 60 + Number(fixed[3]);
    return new Date(instant.getTime() + (fixed[1] === '-' ? -minutes : minutes) * 60_000);
  }
  const format = zoneFormat(zone);
  if (format === undefined) return new CelFailure(`There is no time zone "${zone}"`);
  const parts = Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value]));
  const year = parts.era === 'BC' ? 1 - Number(parts.year) : Number(parts.year);
  const local = new Date(0);
  local.setUTCFullYear(year, Number(parts.month) - 1, Number(parts.day));
  local.setUTCHours(Number(parts.hour), Number(parts.minute), Number(parts.second), instant.getUTCMilliseconds());
  return local;
}

function milliseconds(time: RuleValue, numbers: NumberMapping): number | CelFailure {
  const seconds = callLibrary('int', 'function', [time], numbers);
  const part = callLibrary('getMilliseconds', 'method', [time], numbers);
  if (seconds instanceof CelFailure) return seconds;
  return part instanceof CelFailure ? part : Number(seconds) * 1000 + Number(part);
}

/** The wall clock of a zone at a timestamp, as a Date whose UTC fields show it. */
function wallClock(time: RuleValue | undefined, zone: RuleValue | undefined, numbers: NumberMapping): Date | CelFailure {
  if (time === undefined || kindOf(time) !== 'timestamp')
    return new CelFailure(`A value of kind ${kindOf(time ?? null)} is not a timestamp`);
  if (typeof zone !== 'string') return new CelFailure('A time zone is a text such as "Europe/Berlin" or "+02:00"');
  const instant = milliseconds(time, numbers);
  return instant instanceof CelFailure ? instant : inZone(new Date(instant), zone);
}

/** `date(timestamp, zone)`: the day that a calendar in the zone shows, such as `2026-03-01`. */
export function dateOf([time, zone]: readonly RuleValue[], numbers: NumberMapping): ExpressionResult {
  const local = wallClock(time, zone, numbers);
  return local instanceof CelFailure ? local : local.toISOString().slice(0, local.getUTCFullYear() > 9999 ? 13 : 10);
}

const DAY_TEXT = /^(?:(\d{4})-)?(\d\d)-(\d\d)(?![\d])/;

interface CalendarDay {
  /** Null for a day of every year. */
  readonly year: number | null;
  readonly month: number;
  readonly day: number;
}

function calendarDay(value: RuleValue | undefined, zone: RuleValue | undefined, numbers: NumberMapping): CalendarDay | CelFailure {
  if (typeof value !== 'string') {
    const local = wallClock(value, zone, numbers);
    return local instanceof CelFailure ? local : { year: local.getUTCFullYear(), month: local.getUTCMonth() + 1, day: local.getUTCDate() };
  }
  const [, year, month, day] = DAY_TEXT.exec(value) ?? [];
  const found = { year: year === undefined ? null : Number(year), month: Number(month), day: Number(day) };
  // A year that has a 29 February stands for none.
  const real = new Date(Date.UTC(found.year ?? 2000, found.month - 1, found.day));
  return real.getUTCMonth() + 1 === found.month && real.getUTCDate() === found.day
    ? found
    : new CelFailure(`"${value.slice(0, 40)}" is not a day such as 1990-02-28 or 02-28`);
}

const isLeap = (year: number): boolean => new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;

/**
 * `isAnniversary(day, now, zone)`: whether the day comes round, in a later year, on the day that a calendar in the zone shows. The day is
 * a text such as `1990-02-28`, or `02-28` for that of any year, or a timestamp. A 29 February comes round on the 28th in common years.
 */
export function isAnniversary([day, now, zone]: readonly RuleValue[], numbers: NumberMapping): ExpressionResult {
  const began = calendarDay(day, zone, numbers);
  if (began instanceof CelFailure) return began;
  const local = wallClock(now, zone, numbers);
  if (local instanceof CelFailure) return local;
  const year = local.getUTCFullYear();
  if (began.year !== null && year <= began.year) return false;
  const celebrated = began.month === 2 && began.day === 29 && !isLeap(year) ? 28 : began.day;
  return local.getUTCMonth() + 1 === began.month && local.getUTCDate() === celebrated;
}

/** A calendar field of a timestamp; for a duration, its whole length in the unit, as the library computes it. */
export function timeField(name: string, values: readonly RuleValue[], numbers: NumberMapping): ExpressionResult {
  const [time, zone = 'UTC'] = values;
  if (time === undefined || kindOf(time) !== 'timestamp') return callLibrary(name, 'method', values, numbers);
  if (typeof zone !== 'string') return new CelFailure('A time zone is a text such as "Europe/Berlin" or "+02:00"');
  const instant = milliseconds(time, numbers);
  if (instant instanceof CelFailure) return instant;
  const local = inZone(new Date(instant), zone);
  return local instanceof CelFailure ? local : numbers.ofInteger(BigInt(FIELDS[name]?.(local) ?? 0));
}
