/** Names days, months and moments in English, the same on every machine. */

/** The year 2001 began on a Monday. */
const named = (format: Intl.DateTimeFormatOptions, month: number, day: number): string =>
  new Intl.DateTimeFormat('en-US', { ...format, timeZone: 'UTC' }).format(Date.UTC(2001, month - 1, day));

/** @param weekday from Monday, 1, to Sunday, 7. */
export const weekdayName = (weekday: number): string => named({ weekday: 'long' }, 1, weekday);
/** @param month from January, 1. */
export const monthName = (month: number): string => named({ month: 'long' }, month, 1);

/** `1st`, `12th`: a day of the month, from 1. */
export function ordinalOf(day: number): string {
  const ending = day > 10 && day < 20 ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[day % 10] ?? 'th');
  return `${day}${ending}`;
}

/** `December 24, 2026` for “2026-12-24”; null for a text that is no day. */
export function dayName(text: string): string | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? [];
  const at = new Date(`${text}T00:00:00Z`);
  // A day that no month has, such as February 30, would be read as one of the next month.
  if (year === '' || Number.isNaN(at.getTime()) || at.getUTCDate() !== Number(day)) return null;
  return `${monthName(Number(month))} ${Number(day)}, ${year}`;
}

/** `December 24, 2026 at 18:00`, as calendars and clocks of the zone show it; with seconds where there are some. */
export function momentName(at: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, hourCycle: 'h23', ...MOMENT });
  const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const { year, month, day, hour, minute, second } = part;
  return `${month} ${day}, ${year} at ${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
}

const MOMENT = { year: 'numeric', month: 'long', day: 'numeric', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const;

const CITY = /^(?:Africa|America|Antarctica|Arctic|Asia|Atlantic|Australia|Europe|Indian|Pacific)\/(?:.*\/)?([^/]+)$/;

/** `Berlin` for Europe/Berlin; the whole name of a zone that is not named by a place. */
export const zoneName = (zone: string): string => CITY.exec(zone)?.[1]?.replaceAll('_', ' ') ?? zone;
