/** Tells the calendar periods, days and weeks of instants on the clocks of a zone, by names and numbers that sort as time does. */
import { instantAt, isTimeZone, offsetsIn } from '@/domain/time-zone';
import type { ChallengePeriod, StreakUnit } from './goal';

const DAY_MS = 24 * 60 * 60_000;

/** The only period of a challenge whose progress never begins anew. */
const WHOLE_TIME = 'ALL';

const MAX_REMEMBERED_ZONES = 1_000;
const offsets = new Map<string, (time: number) => number>();

/** Making one is slow, and most events are of a few zones. */
function offsetsOf(zone: string): (time: number) => number {
  const known = offsets.get(zone);
  if (known) return known;
  if (offsets.size >= MAX_REMEMBERED_ZONES) offsets.clear();
  const made = offsetsIn(zone);
  offsets.set(zone, made);
  return made;
}

const zones = new Map<string, boolean>();

/** The zone that an attribute names, else the other one. */
export function zoneOf(attribute: unknown, otherwise: string): string {
  if (typeof attribute !== 'string') return otherwise;
  const known = zones.get(attribute) ?? isTimeZone(attribute);
  if (zones.size >= MAX_REMEMBERED_ZONES) zones.clear();
  zones.set(attribute, known);
  return known ? attribute : otherwise;
}

const dayNumber = (at: Date, zone: string): number => Math.floor((at.getTime() + offsetsOf(zone)(at.getTime())) / DAY_MS);

/** Day 0 was a Thursday. */
const weekOfDay = (day: number): number => Math.floor((day + 3) / 7);
const firstDayOfWeek = (week: number): number => week * 7 - 3;

/** The number of the day, or of the week from Monday, at an instant. */
export function unitAt(unit: StreakUnit, at: Date, zone: string): number {
  const day = dayNumber(at, zone);
  return unit === 'DAY' ? day : weekOfDay(day);
}

/** `2027-02-28`: the day, or the Monday of the week. */
export const unitName = (unit: StreakUnit, number: number): string =>
  new Date((unit === 'DAY' ? number : firstDayOfWeek(number)) * DAY_MS).toISOString().slice(0, 10);

/** When a unit is over. */
export const unitEnd = (unit: StreakUnit, number: number, zone: string): Date =>
  startOfDay(unit === 'DAY' ? number + 1 : firstDayOfWeek(number + 1), zone);

const startOfDay = (day: number, zone: string): Date => new Date(instantAt(day * DAY_MS, offsetsOf(zone)));

/** `2027-02-28`, the Monday of a week, `2027-02`, `2027-Q1`, `2027`; ALL where nothing begins anew. */
export function periodAt(period: ChallengePeriod, at: Date, zone: string): string {
  if (period === 'NONE') return WHOLE_TIME;
  const day = dayNumber(at, zone);
  if (period === 'WEEK') return unitName('WEEK', weekOfDay(day));
  const text = unitName('DAY', day);
  if (period === 'DAY') return text;
  const date = new Date(day * DAY_MS);
  if (period === 'MONTH') return text.slice(0, -3);
  const year = text.slice(0, -6);
  return period === 'YEAR' ? year : `${year}-Q${Math.floor(date.getUTCMonth() / 3) + 1}`;
}

const MONTHS = { MONTH: 1, QUARTER: 3, YEAR: 12 } as const;

/** The first day of the period of a day, or of the one that is `later` periods after it. */
function firstDayOf(period: Exclude<ChallengePeriod, 'NONE'>, day: number, later: number): number {
  if (period === 'DAY') return day + later;
  if (period === 'WEEK') return firstDayOfWeek(weekOfDay(day) + later);
  const date = new Date(day * DAY_MS);
  const length = MONTHS[period];
  return Date.UTC(date.getUTCFullYear(), (Math.floor(date.getUTCMonth() / length) + later) * length, 1) / DAY_MS;
}

/** When the period of an instant began. */
export const periodStart = (period: Exclude<ChallengePeriod, 'NONE'>, at: Date, zone: string): Date =>
  startOfDay(firstDayOf(period, dayNumber(at, zone), 0), zone);

/** When the period of an instant is over; null for one that is never. */
export const periodEnd = (period: ChallengePeriod, at: Date, zone: string): Date | null =>
  period === 'NONE' ? null : startOfDay(firstDayOf(period, dayNumber(at, zone), 1), zone);
