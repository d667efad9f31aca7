/** Says times of a calendar in words, on the clock of its zone; a midnight at which something ends is the end of the day before. */
import { dateAt, startOfDate, type TimeSpan } from './days';

export interface CalendarWords {
  /** `Thursday, December 3, 2026`, and `… at 18:00` unless a day begins then. */
  readonly moment: (at: Date) => string;
  /** `the end of Sunday, December 13, 2026`, or `Sunday, December 13, 2026 at 18:00`. */
  readonly end: (at: Date) => string;
  /** `on Thursday, December 3, 2026`, and `… at 18:00` unless a day begins then. */
  readonly on: (at: Date) => string;
  /** `at the end of Sunday, December 13, 2026`, or `on Sunday, December 13, 2026 at 18:00`. */
  readonly onEnd: (at: Date) => string;
  /** `from … to …`, `from … on` or `until …`. */
  readonly period: (span: TimeSpan) => string;
}

export function calendarWords(timeZone: string): CalendarWords {
  const day = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' });
  const time = new Intl.DateTimeFormat('en-US', { timeZone, timeStyle: 'short', hourCycle: 'h23' });
  const isDayStart = (at: Date): boolean => startOfDate(dateAt(at, timeZone), timeZone).getTime() === at.getTime();
  const exact = (at: Date): string => `${day.format(at)} at ${time.format(at)}`;
  const moment = (at: Date): string => (isDayStart(at) ? day.format(at) : exact(at));
  const end = (at: Date): string => (isDayStart(at) ? `the end of ${day.format(at.getTime() - 1)}` : exact(at));
  const onEnd = (at: Date): string => `${isDayStart(at) ? 'at' : 'on'} ${end(at)}`;
  const period = ({ from, to }: TimeSpan): string => {
    if (from === null) return to === null ? 'at all times' : `until ${end(to)}`;
    return to === null ? `from ${moment(from)} on` : `from ${moment(from)} to ${end(to)}`;
  };
  return { moment, end, on: (at) => `on ${moment(at)}`, onEnd, period };
}
