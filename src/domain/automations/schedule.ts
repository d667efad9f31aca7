/**
 * Computes when automations run: cron schedules on the wall clock of a time zone. A time that a clock change
 * skips runs as long after the gap as it lies within it, and one that occurs twice runs the first time;
 * expressions for every hour follow elapsed time, so that they neither miss nor repeat an hour.
 */
import { present } from '../assert';
import { cronSchedule } from '../cron';

const DAY = 24 * 60 * 60_000;
/** No clock change has ever been larger. */
const LONGEST_SHIFT = 3 * 60 * 60_000;
const MINUTE = 60_000;

export interface AutomationTrigger {
  readonly type: 'CRON' | 'ONE_TIME' | 'IMMEDIATE' | 'PARTICIPANT_STATE';
  readonly cron_expression: string | null;
  /** An IANA name such as Europe/Berlin. */
  readonly timezone: string;
  readonly run_at: Date | null;
}

/** Whether `name` is an IANA time zone. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The first run of an automation created or resumed at `now`; null when only state changes trigger it. */
export function firstRun(trigger: AutomationTrigger, now: Date): Date | null {
  if (trigger.type === 'IMMEDIATE') return now;
  return trigger.type === 'ONE_TIME' ? trigger.run_at : runAfter(trigger, now);
}

/** The first run of the schedule after `instant`; null when there is no schedule. */
export function runAfter({ cron_expression, timezone }: AutomationTrigger, instant: Date): Date | null {
  return cron_expression === null ? null : nextInZone(cron_expression, timezone, instant);
}

/** The first time after `instant` that `expression`, one that `isCronExpression` accepts, matches in a time zone. */
export function nextInZone(expression: string, timezone: string, instant: Date): Date {
  const offsetAt = offsetsIn(timezone);
  const { next } = cronSchedule(expression);
  const nextWall = (wall: number): number => next(new Date(wall)).getTime();
  const at = instant.getTime();
  const everyHour = present(expression.trim().split(/\s+/)[1], 'a cron expression has a field for the hour').startsWith('*');
  if (everyHour) {
    const again = afterRepeat(at, offsetAt, nextWall);
    if (again !== null) return new Date(again);
  }
  // A time that a gap skipped may still be due, so the search starts at the wall clock before the gap.
  const behind = Math.min(offsetAt(at), offsetAt(at - LONGEST_SHIFT));
  let skipped = Infinity;
  for (let wall = nextWall(at + behind); ; wall = nextWall(wall)) {
    const times = timesOf(wall, offsetAt);
    if (times.length === 0) {
      const afterGap = wall - offsetAt(wall - DAY);
      if (afterGap > at) skipped = Math.min(skipped, afterGap);
      continue;
    }
    const time = (everyHour ? times : times.slice(0, 1)).find((candidate) => candidate > at);
    if (time !== undefined) return new Date(Math.min(time, skipped));
  }
}

/** When clocks are about to go back: the next run, whether before that or in the repeated hours; null at other times. */
function afterRepeat(at: number, offsetAt: (time: number) => number, nextWall: (wall: number) => number): number | null {
  const [before, after] = [offsetAt(at), offsetAt(at + LONGEST_SHIFT)];
  if (after >= before) return null;
  const first = nextWall(at + before) - before;
  const change = changeBetween(at, at + LONGEST_SHIFT, offsetAt);
  if (first < change) return first;
  const wall = nextWall(change + after - 1);
  return timesOf(wall, offsetAt).find((time) => time >= change) ?? null;
}

/** The first instant, to the minute, at which the offset of `end` applies. */
function changeBetween(start: number, end: number, offsetAt: (time: number) => number): number {
  let [before, after] = [Math.floor(start / MINUTE), Math.ceil(end / MINUTE)];
  const offset = offsetAt(end);
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (offsetAt(middle * MINUTE) === offset) after = middle;
    else before = middle;
  }
  return after * MINUTE;
}

/** The instants at which clocks show `wall`, earliest first; none when a gap skips it. */
function timesOf(wall: number, offsetAt: (time: number) => number): number[] {
  const candidates = [...new Set([offsetAt(wall - DAY), offsetAt(wall + DAY)])].map((offset) => wall - offset);
  return candidates.filter((time) => time + offsetAt(time) === wall).sort((a, b) => a - b);
}

/** When clocks in a time zone show this, written as if it were UTC: the first time, if it comes twice; after the gap, if it is skipped. */
export function instantOfWall(wall: Date, timezone: string): Date {
  const offsetAt = offsetsIn(timezone);
  return new Date(timesOf(wall.getTime(), offsetAt)[0] ?? wall.getTime() - offsetAt(wall.getTime() - DAY));
}

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
