/** Decides which time a calendar shows: what was asked for, or the month of the program's present. */
import { calendarDays, dateAt, monthOf, startOfDate } from './days';
import type { CalendarFrame } from './item';
import { calendarWords } from './words';

/** Without an end, to the end of the month in which it begins; without either, the current month of the zone. */
export function calendarFrame(asked: { from?: Date | undefined; to?: Date | undefined }, now: Date, timeZone: string): CalendarFrame {
  const from = asked.from ?? startOfDate(monthOf(dateAt(now, timeZone)), timeZone);
  const to = asked.to ?? startOfDate(monthOf(dateAt(from, timeZone), 1), timeZone);
  return { from, to, now, timeZone, days: calendarDays(from, to, timeZone), words: calendarWords(timeZone) };
}
