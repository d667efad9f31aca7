/** Computes qualification years and how long a level lasts, all in UTC. */
import type { Lifecycle, YearStart } from './tier';

/** When the qualification year that contains `at` ends and the next begins. */
export function yearEnd({ month, day }: YearStart, at: Date): Date {
  const thisYear = new Date(Date.UTC(at.getUTCFullYear(), month - 1, day));
  return thisYear > at ? thisYear : new Date(Date.UTC(at.getUTCFullYear() + 1, month - 1, day));
}

/** The qualification year that contains `at`. */
export function yearOf(year: YearStart, at: Date): { readonly start: Date; readonly end: Date } {
  const end = yearEnd(year, at);
  return { start: new Date(Date.UTC(end.getUTCFullYear() - 1, year.month - 1, year.day)), end };
}

/** Adds calendar months; in a month that is too short, the result is its last day. */
export function addMonths(date: Date, months: number): Date {
  const moved = new Date(date);
  moved.setUTCMonth(date.getUTCMonth() + months);
  if (moved.getUTCDate() !== date.getUTCDate()) moved.setUTCDate(0);
  return moved;
}

/** The later of two times; null is forever. */
export function laterOf(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return null;
  return a > b ? a : b;
}

/** Until when a level that is reached or renewed at `at` lasts; null: forever. */
export function validUntil(lifecycle: Lifecycle | null, at: Date): Date | null {
  if (lifecycle === null) return null;
  const { retention, year, extendMonths } = lifecycle;
  const retained = retention && new Date(at.getTime() + retention.durationMs);
  const end = year === null || retention?.mode === 'ACTIVITY_REFRESH' ? retained : laterOf(yearEnd(year, at), retained ?? at);
  return end && addMonths(end, extendMonths);
}
