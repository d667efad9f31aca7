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

/**
 * `“Double” will end at the end of …. Until now: at the end of ….` The same of its beginning, and what follows if the rule is active now but
 * will not be.
 */
export function changeSentence(name: string, before: TimeSpan, after: TimeSpan, now: Date, words: CalendarWords): string {
  const parts: string[] = [];
  if (before.from?.getTime() !== after.from?.getTime())
    parts.push(
      `${quoted(name)} will ${after.from === null ? 'have no beginning' : `begin ${words.on(after.from)}`}. Until now: ${before.from === null ? 'no beginning' : words.on(before.from)}.`,
    );
  if (before.to?.getTime() !== after.to?.getTime())
    parts.push(
      `${quoted(name)} will ${after.to === null ? 'have no end' : `end ${words.onEnd(after.to)}`}. Until now: ${before.to === null ? 'no end' : words.onEnd(before.to)}.`,
    );
  if (isActive(before, now) && after.to !== null && after.to <= now) parts.push('It is active now, and ends at once.');
  else if (isActive(before, now) && after.from !== null && after.from > now) parts.push('It is active now, and pauses until then.');
  return parts.join(' ');
}

const isActive = ({ from, to }: TimeSpan, now: Date): boolean => (from === null || from <= now) && (to === null || to > now);
