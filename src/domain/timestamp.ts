/** Validates RFC 3339 timestamps, the form that every caller must send, and makes them ones that the database reads. */

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/;
const DAYS_IN_MONTH = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/** The first and last instants, in milliseconds, that a timestamp in UTC can name. */
export const FIRST_INSTANT = Date.parse('0001-01-01T00:00:00.000Z');
export const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');

/** Whether `text` is an RFC 3339 timestamp with an offset, on a day that exists, in a year from 0001 to 9999 there and in UTC. */
export function isTimestamp(text: string): boolean {
  const match = RFC3339.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const days = month === 2 && !leap ? 28 : (DAYS_IN_MONTH[month - 1] ?? 0);
  // An offset can lead out of those years; NaN fails the comparison as well.
  const yearInUtc = new Date(text.toUpperCase()).getUTCFullYear();
  return year >= 1 && day >= 1 && day <= days && yearInUtc >= 1 && yearInUtc <= 9999;
}

/** Postgres reads offsets of fewer hours only, which are all that any place has. */
const OFFSET_HOURS_END = 16;

/** The same instant, digit for digit, in UTC where its offset is one that no place has; any other text as it is. */
export function withReadableOffset(text: string): string {
  const [, hours] = /[+-](\d{2}):\d{2}$/.exec(text) ?? [];
  if (Number(hours ?? 0) < OFFSET_HOURS_END || !isTimestamp(text)) return text;
  const [fraction = ''] = /\.\d+/.exec(text) ?? [];
  return `${new Date(text.toUpperCase()).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length)}${fraction}Z`;
}

/** A time from outside as it is stored and compared as text: RFC 3339 in UTC with milliseconds. Null for none. */
export const storedTime = (text: string | null | undefined): string | null => (text ? new Date(text.toUpperCase()).toISOString() : null);
