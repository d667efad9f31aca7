/** Evaluates five-field cron schedules in UTC: the next time after an instant, and the latest one up to it. */
import { Cron } from 'croner';
import { present } from '@/domain/assert';

const MINUTE = 60_000;
const FIELDS = 5;

interface CronSchedule {
  /** The first time after `instant`. */
  next(instant: Date): Date;
  /** The last time at or before `instant`. */
  latest(instant: Date): Date;
}

/** Whether `text` is a five-field cron expression that ever matches. */
export function isCronExpression(text: string): boolean {
  return parse(text) !== null;
}

/** @throws RangeError when `expression` is not one that `isCronExpression` accepts. */
export function cronSchedule(expression: string): CronSchedule {
  if (!isCronExpression(expression)) throw new RangeError('not a cron expression');
  const crons = dayByDay(expression).flatMap((one) => parse(one) ?? []);
  const next = (time: number): number =>
    Math.min(...crons.map((cron) => present(cron.nextRun(new Date(time)), 'an expression that never matches is left out').getTime()));
  return {
    next: (instant) => new Date(next(instant.getTime())),
    latest: (instant) => new Date(latest(next, instant.getTime())),
  };
}

/** `next` is monotonic, so the last time that it reaches without passing `instant` is found by bisection, of twice as far back as it lies. */
function latest(next: (time: number) => number, instant: number): number {
  const now = Math.floor(instant / MINUTE);
  let back = 1;
  while (next((now - back) * MINUTE) > instant) back *= 2;
  let [before, after] = [now - back, now - Math.floor(back / 2)];
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (next(middle * MINUTE) <= instant) before = middle;
    else after = middle;
  }
  return next(before * MINUTE);
}

/**
 * The same with each of the listed days of the month by itself: on its way past a day that February does not have, the parser passes over the days
 * of March that it would fall on.
 */
function dayByDay(expression: string): string[] {
  const [minute, hour, days = '', ...rest] = expression.trim().split(/\s+/);
  return days.split(',').map((day) => [minute, hour, day, ...rest].join(' '));
}

function parse(text: string): Cron | null {
  // The parser reads whatever has a colon as a date, which comes once.
  if (text.includes(':') || text.trim().split(/\s+/).length !== FIELDS) return null;
  try {
    const cron = new Cron(text, { utcOffset: 0, mode: '5-part' });
    return cron.nextRun(new Date(0)) ? cron : null;
  } catch {
    return null;
  }
}
