/** Lays what has a time into the days of a time zone: each day from its first instant to that of the next, with 23, 24 or 25 hours. */
import { instantAt, offsetsIn } from '../time-zone';

const DAY = 24 * 60 * 60_000;

export interface CalendarDay {
  /** Such as 2026-12-24. */
  readonly date: string;
  readonly start: Date;
  /** The first instant of the next day. */
  readonly end: Date;
}

/** From `from` to `to`, which is excluded. Null is open; one instant if both are the same. */
export interface TimeSpan {
  readonly from: Date | null;
  readonly to: Date | null;
}

/** The day that a calendar in the zone shows at an instant, such as 2026-12-24. */
export function dateAt(at: Date, timeZone: string): string {
  const time = at.getTime();
  return dateOf(time + offsetsIn(timeZone)(time));
}

/** The first instant of a day; of a day that the zone skipped, the first instant after it. @param date such as 2026-12-24. */
export const startOfDate = (date: string, timeZone: string): Date => new Date(instantAt(wallOf(date), offsetsIn(timeZone)));

/** The day that is `days` later in the calendar. */
export const dateAfter = (date: string, days: number): string => dateOf(wallOf(date) + days * DAY);

/** The number of days from one day to another; negative if it is earlier. */
export const daysFrom = (date: string, other: string): number => (wallOf(other) - wallOf(date)) / DAY;

/** The first day of the month of a day, or of the month that is `months` later. */
export function monthOf(date: string, months = 0): string {
  const [year = 0, month = 1] = date.split('-').map(Number);
  return dateOf(Date.UTC(year, month - 1 + months, 1));
}

/** The weekday of a day, from Monday, 1, to Sunday, 7. */
export const weekdayOf = (date: string): number => new Date(wallOf(date)).getUTCDay() || 7;

/** The instant whose clock shows the same time `days` later; if the zone skips that time, as long after the gap as it lies within it. */
export function moveByDays(at: Date, days: number, timeZone: string): Date {
  const offsetAt = offsetsIn(timeZone);
  return days === 0 ? at : new Date(instantAt(at.getTime() + offsetAt(at.getTime()) + days * DAY, offsetAt));
}

/** Every day that has a part of the time between two instants, in order. */
export function calendarDays(from: Date, to: Date, timeZone: string): CalendarDay[] {
  const offsetAt = offsetsIn(timeZone);
  const days: CalendarDay[] = [];
  const first = from.getTime() + offsetAt(from.getTime());
  for (let wall = Math.floor(first / DAY) * DAY; ; wall += DAY) {
    const [start, end] = [instantAt(wall, offsetAt), instantAt(wall + DAY, offsetAt)];
    if (start >= to.getTime()) return days;
    // A day that the zone skipped has no length.
    if (end > start) days.push({ date: dateOf(wall), start: new Date(start), end: new Date(end) });
  }
}

/** Whether some of a span lies between `start` and `end`, which is excluded. */
export function intersects({ from, to }: TimeSpan, start: Date, end: Date): boolean {
  if (from !== null && from >= end) return false;
  return to === null || to > start || (to.getTime() === start.getTime() && from?.getTime() === start.getTime());
}

/** The first and the last of the days that a span has a part in; null for none. @param days in order, without gaps. */
export function daysTouched(span: TimeSpan, days: readonly CalendarDay[]): { readonly first: number; readonly last: number } | null {
  const first = days.findIndex(({ start, end }) => intersects(span, start, end));
  if (first < 0) return null;
  const last = days.findLastIndex(({ start, end }) => intersects(span, start, end));
  return { first, last };
}

/** The day on which a span ends: that of its last instant, as midnight is the end of the day before. */
export const lastDate = (to: Date, timeZone: string): string => dateAt(new Date(to.getTime() - 1), timeZone);

const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10);
const wallOf = (date: string): number => Date.parse(`${date}T00:00:00Z`);
