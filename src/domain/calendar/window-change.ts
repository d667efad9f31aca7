/** Moves the beginning or the end of a window to another day, and says in a sentence what that changes. */
import { dateAfter, dateAt, daysFrom, lastDate, moveByDays, startOfDate, type TimeSpan } from './days';
import { quoted } from './item';
import type { CalendarWords } from './words';

export type WindowEdge = 'from' | 'to';

/** The first or the last day of a window, such as 2026-12-24; null where it is open. */
export function edgeDate({ from, to }: TimeSpan, edge: WindowEdge, timeZone: string): string | null {
  if (edge === 'from') return from && dateAt(from, timeZone);
  return to && lastDate(to, timeZone);
}

/** The window with another first or last day; the time of the day stays as it was, or is a midnight where the window was open. */
export function withEdgeDate(window: TimeSpan, edge: WindowEdge, date: string | null, timeZone: string): TimeSpan {
  const [at, before] = [window[edge], edgeDate(window, edge, timeZone)];
  if (date === null) return { ...window, [edge]: null };
  if (at === null || before === null) return { ...window, [edge]: startOfDate(edge === 'from' ? date : dateAfter(date, 1), timeZone) };
  return { ...window, [edge]: moveByDays(at, daysFrom(before, date), timeZone) };
}

/** Whether a window has a length. */
export const isWindow = ({ from, to }: TimeSpan): boolean => from === null || to === null || from < to;

export const isSameWindow = (one: TimeSpan, other: TimeSpan): boolean =>
  one.from?.getTime() === other.from?.getTime() && one.to?.getTime() === other.to?.getTime();

/** `“Double” will be active from … to …, instead of until ….` And what follows if that is over or has not begun. */
export function changeSentence(name: string, before: TimeSpan, after: TimeSpan, now: Date, words: CalendarWords): string {
  const change = `${quoted(name)} will be active ${words.period(after)}, instead of ${words.period(before)}.`;
  const wasActive = (before.from === null || before.from <= now) && (before.to === null || before.to > now);
  if (wasActive && after.to !== null && after.to <= now) return `${change} It is active now, and ends at once.`;
  if (wasActive && after.from !== null && after.from > now) return `${change} It is active now, and pauses until then.`;
  return change;
}
