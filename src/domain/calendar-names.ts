/** Names the days of the week and the months, in English. */

/** The year 2001 began on a Monday. */
const named = (format: Intl.DateTimeFormatOptions, month: number, day: number): string =>
  new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' }).format(Date.UTC(2001, month - 1, day));

/** @param weekday from Monday, 1, to Sunday, 7. */
export const weekdayName = (weekday: number): string => named({ weekday: 'long' }, 1, weekday);
/** @param month from January, 1. */
export const monthName = (month: number): string => named({ month: 'long' }, month, 1);
