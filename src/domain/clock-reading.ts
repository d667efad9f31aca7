/** Translates between instants and what clocks in a time zone show, as a person writes it, also on days whose clocks are changed. */
import { instantsOf, offsetsIn } from './time-zone';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A date and a time of day as a person writes them: `2026-10-23` and `18:00`, with seconds only where there are some. */
export interface ClockReading {
  readonly date: string;
  readonly time: string;
}

/** What clocks in the zone show. @param timeZone an IANA name. */
export function clockReading(instant: Date, timeZone: string): ClockReading {
  const wall = new Date(instant.getTime() + offsetsIn(timeZone)(instant.getTime())).toISOString();
  const [date = '', time = ''] = wall.slice(0, -1).split('T');
  return { date, time: time.replace(/(?::00)?\.000$/, '') };
}

/** The same for the end of something: midnight is 24:00 of the day before. */
export function clockReadingOfEnd(instant: Date, timeZone: string): ClockReading {
  const reading = clockReading(instant, timeZone);
  if (reading.time !== '00:00') return reading;
  return { date: new Date(Date.parse(reading.date) - DAY).toISOString().slice(0, reading.date.length), time: '24:00' };
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(?:(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{3})?)?|24:00)$/;

/**
 * The instant at which clocks in the zone show a reading, 24:00 being the end of its day.
 * @param which of the two, where clocks show it twice.
 * @returns null for what is no date or time, and for a time that clocks skip.
 */
export function instantOf({ date, time }: ClockReading, timeZone: string, which: 'first' | 'last'): Date | null {
  if (!DATE.test(date) || !TIME.test(time)) return null;
  const midnight = new Date(date);
  // A date such as 2026-02-31 is read as one in March.
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return null;
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  const wall = midnight.getTime() + hours * HOUR + minutes * MINUTE + Math.round(seconds * 1_000);
  const found = instantsOf(wall, offsetsIn(timeZone)).at(which === 'first' ? 0 : -1);
  return found === undefined ? null : new Date(found);
}
