/**
 * Divides time into what a check for causes looks at. Checks are made at the start of each day of the program; one that comes late looks
 * at all days since the last, so that it finds what daily checks would have found.
 */
import { dateAfter, dateAt, startOfDate } from '../calendar/days';

/** What ends soon: from now to the end of a day. */
interface Ahead {
  readonly now: Date;
  /** The end of what earlier checks have looked at; `now` if there was none. */
  readonly known: Date;
  /** The end of what is looked at now, which is excluded. */
  readonly end: Date;
  readonly today: string;
}

/** @param checkedUntil null: nothing has been looked at, so that all that ends by then is looked at. */
export function ahead(now: Date, days: number, timeZone: string, checkedUntil: Date | null): Ahead {
  const today = dateAt(now, timeZone);
  const endOf = (day: string): Date => startOfDate(dateAfter(day, days + 1), timeZone);
  const known = checkedUntil === null ? now : endOf(dateAt(checkedUntil, timeZone));
  return { now, known: known > now ? known : now, end: endOf(today), today };
}

/** What happened some days ago: the days that are now so long ago, and were not yet at the check before. */
interface Behind {
  readonly from: Date;
  readonly to: Date;
}

/** @param checkedUntil when the last check was, or since when it is looked for causes at all. */
export function behind(now: Date, days: number, timeZone: string, checkedUntil: Date): Behind {
  const endOf = (day: string): Date => startOfDate(dateAfter(day, 1 - days), timeZone);
  return { from: endOf(dateAt(checkedUntil, timeZone)), to: endOf(dateAt(now, timeZone)) };
}

/** The start of the program's next day, when causes are looked for again. */
export const nextCheck = (now: Date, timeZone: string): Date => startOfDate(dateAfter(dateAt(now, timeZone), 1), timeZone);
