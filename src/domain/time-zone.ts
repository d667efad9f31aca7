/** Knows the clocks of IANA time zones: how far they are from UTC, and at which instants they show a time. Wall times are in milliseconds, as if in UTC. */
import { present } from './assert';

const DAY = 24 * 60 * 60_000;

/** Whether `name` is an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The instants at which clocks show `wall`, earliest first; none when a gap skips it. */
export function instantsOf(wall: number, offsetAt: (time: number) => number): number[] {
  const candidates = [...new Set([offsetAt(wall - DAY), offsetAt(wall + DAY)])].map((offset) => wall - offset);
  return candidates.filter((time) => time + offsetAt(time) === wall).sort((a, b) => a - b);
}

/** The instant that is as long after a gap as `wall`, which the gap skips, lies within it. */
export const instantAfterGap = (wall: number, offsetAt: (time: number) => number): number => wall - offsetAt(wall - DAY);

/** When clocks show `wall`: the first time if it comes twice, and after the gap if one skips it. */
export const instantAt = (wall: number, offsetAt: (time: number) => number): number =>
  instantsOf(wall, offsetAt)[0] ?? instantAfterGap(wall, offsetAt);

/** A function from an instant to the zone's offset from UTC then, in milliseconds. */
export function offsetsIn(timeZone: string): (time: number) => number {
  if (timeZone === 'UTC') return () => 0;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  return (time) => {
    const part = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const shown = Date.UTC(
      present(part.get('year'), 'the format shows the year'),
      present(part.get('month'), 'the format shows the month') - 1,
      part.get('day'),
      part.get('hour'),
      part.get('minute'),
      part.get('second'),
    );
    return shown - Math.floor(time / 1000) * 1000;
  };
}
