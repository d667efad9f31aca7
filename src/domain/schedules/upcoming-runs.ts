/** Lists the next runs of a schedule, and says where a change of the clock moves one. */
import { timesInZone } from '../automations/schedule';
import { cronSchedule } from '../cron';
import { durationText, formatDuration } from '../duration';
import { offsetsIn } from '../time-zone';

interface UpcomingRun {
  readonly at: Date;
  /** By how much clocks were changed since the run before, in milliseconds: negative when they went back. */
  readonly change: number;
  /** Whether clocks skip the chosen time, so that the run comes after the gap. */
  readonly moved: boolean;
}

/** The next runs after `now`, earliest first. @param expression one that `isCronExpression` accepts. */
export function upcomingRuns(expression: string, timezone: string, now: Date, count: number): UpcomingRun[] {
  const offsetAt = offsetsIn(timezone);
  const { latest } = cronSchedule(expression);
  const next = timesInZone(expression, timezone);
  const runs: UpcomingRun[] = [];
  for (let before = now; runs.length < count;) {
    const at = next(before);
    const wall = at.getTime() + offsetAt(at.getTime());
    const change = offsetAt(at.getTime()) - offsetAt(before.getTime());
    runs.push({ at, change, moved: latest(new Date(wall)).getTime() !== wall });
    before = at;
  }
  return runs;
}

/** What a change of the clock does to a run; null when it does nothing. */
export function changeWords({ change, moved }: Pick<UpcomingRun, 'change' | 'moved'>): string | null {
  if (moved) return 'Clocks skip the chosen time on this day, so the run comes after the gap.';
  if (change === 0) return null;
  const by = durationText(formatDuration(Math.abs(change)));
  return `Clocks went ${change > 0 ? 'forward' : 'back'} by ${by} before this run, so it is ${change > 0 ? 'earlier' : 'later'} in UTC.`;
}
