/** Says how long a window of time lasts, and whether clocks change within it, so that a slip of an hour or a day is seen. */
import { durationText, formatDuration } from './duration';
import { offsetsIn } from './time-zone';

const SECOND = 1_000;

/** One or two sentences; null where the window has no end or no time in it. @param timeZone an IANA name. */
export function windowWords(from: Date, to: Date, timeZone: string): string | null {
  const length = to.getTime() - from.getTime();
  if (!(length >= SECOND)) return null;
  const offsetAt = offsetsIn(timeZone);
  const change = offsetAt(to.getTime()) - offsetAt(from.getTime());
  const lasts = `Lasts ${durationText(formatDuration(length))}.`;
  if (change === 0) return lasts;
  return `${lasts} Clocks go ${change > 0 ? 'forward' : 'back'} by ${durationText(formatDuration(Math.abs(change)))} within it.`;
}
