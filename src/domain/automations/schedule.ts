/**
 * Computes when automations run: cron schedules on the wall clock of a time zone. A time that a clock change
 * skips runs as long after the gap as it lies within it, and one that occurs twice runs the first time;
 * expressions for every hour follow elapsed time, so that they neither miss nor repeat an hour.
 */
import { present } from '../assert';
import { cronSchedule } from '../cron';
import { instantAfterGap, instantsOf, offsetsIn } from '../time-zone';

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
export const nextInZone = (expression: string, timezone: string, instant: Date): Date => timesInZone(expression, timezone)(instant);

/** A function from an instant to the first time after it that `expression` matches in a time zone, for whoever asks many times. */
export function timesInZone(expression: string, timezone: string): (instant: Date) => Date {
  const offsetAt = offsetsIn(timezone);
  const { next } = cronSchedule(expression);
  const nextWall = (wall: number): number => next(new Date(wall)).getTime();
  const everyHour = present(expression.trim().split(/\s+/)[1], 'a cron expression has a field for the hour').startsWith('*');
  return (instant) => new Date(nextTime(instant.getTime(), everyHour, offsetAt, nextWall));
}

function nextTime(at: number, everyHour: boolean, offsetAt: (time: number) => number, nextWall: (wall: number) => number): number {
  if (everyHour) {
    const again = afterRepeat(at, offsetAt, nextWall);
    if (again !== null) return again;
  }
  // A time that a gap skipped may still be due, so the search starts at the wall clock before the gap.
  const behind = Math.min(offsetAt(at), offsetAt(at - LONGEST_SHIFT));
  let skipped = Infinity;
  for (let wall = nextWall(at + behind); ; wall = nextWall(wall)) {
    const times = instantsOf(wall, offsetAt);
    if (times.length === 0) {
      const afterGap = instantAfterGap(wall, offsetAt);
      if (afterGap > at) skipped = Math.min(skipped, afterGap);
      continue;
    }
    const time = (everyHour ? times : times.slice(0, 1)).find((candidate) => candidate > at);
    if (time !== undefined) return Math.min(time, skipped);
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
  return instantsOf(wall, offsetAt).find((time) => time >= change) ?? null;
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
