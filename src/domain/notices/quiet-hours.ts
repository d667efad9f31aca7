/**
 * Decides when a notice may be sent: at once, or when the quiet hours of the participant's clocks end. Clocks that are changed are followed:
 * what they show decides, whichever hours they skip or repeat.
 */
import { instantsOf, offsetsIn } from '../time-zone';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Times of day such as `21:00`; `to` is excluded. Where it is the earlier one, they last over midnight. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

export const isTimeOfDay = (text: string): boolean => TIME.test(text);

/** Milliseconds since midnight. */
function timeOfDay(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return (hours * 60 + minutes) * MINUTE;
}

/** The first instant from `at` on that lies in no quiet hours. @param timeZone an IANA name. */
export function afterQuietHours(at: Date, quiet: QuietHours | null, timeZone: string): Date {
  if (quiet === null) return at;
  const offsetAt = offsetsIn(timeZone);
  const [from, to] = [timeOfDay(quiet.from), timeOfDay(quiet.to)];
  const isQuiet = (instant: number): boolean => {
    const shown = (((instant + offsetAt(instant)) % DAY) + DAY) % DAY;
    return from <= to ? shown >= from && shown < to : shown >= from || shown < to;
  };
  const start = at.getTime();
  if (!isQuiet(start)) return at;
  const midnight = Math.floor((start + offsetAt(start)) / DAY) * DAY;
  const ends = [0, 1, 2].flatMap((days) => instantsOf(midnight + days * DAY + to, offsetAt));
  const change = changeOfClocks(start, start + 2 * DAY, offsetAt);
  const candidates = [...ends, ...(change === null ? [] : [change])].filter((instant) => instant > start);
  const free = candidates.filter((instant) => !isQuiet(instant));
  return new Date(Math.min(...free));
}

/** The first instant at which clocks show another offset than at `start`, to the minute; null without one. */
function changeOfClocks(start: number, end: number, offsetAt: (time: number) => number): number | null {
  if (offsetAt(start) === offsetAt(end)) return null;
  let [before, after] = [Math.floor(start / MINUTE), Math.ceil(end / MINUTE)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * MINUTE) === offsetAt(start)) before = middle;
    else after = middle;
  }
  return after * MINUTE;
}
