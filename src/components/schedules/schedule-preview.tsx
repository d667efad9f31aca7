/** Lists a schedule's next runs by the clocks of its zone and in UTC, with what a change of the clock does to them. */
'use client';
import { isTimeZone } from '@/domain/time-zone';
import { isCronExpression } from '@/domain/cron';
import { cronWords } from '@/domain/schedules/schedule-words';
import { changeWords, upcomingRuns } from '@/domain/schedules/upcoming-runs';
import { useOrganizationNow } from '@/components/shell/clock';

const MINUTE_MS = 60_000;
const LISTED = 5;

interface SchedulePreviewProps {
  cron: string;
  timezone: string;
  /** What comes at these times. */
  what?: string;
}

export function SchedulePreview({ cron, timezone, what = 'Runs' }: SchedulePreviewProps) {
  // Rounded to the minute, the smallest step of a schedule.
  const minute = Math.floor(useOrganizationNow() / MINUTE_MS) * MINUTE_MS;
  const zone = timezone.trim();
  if (!isCronExpression(cron) || !isTimeZone(zone)) return null;
  const runs = upcomingRuns(cron, zone, new Date(minute), LISTED);
  const local = formatIn(zone);
  return (
    <div className="panel px-3 py-2">
      <p className="text-ink-soft text-xs font-medium">
        {what} {cronWords(cron)}. Next, by {zone} time:
      </p>
      <ol aria-label="Next five runs" className="tabular mt-1 flex flex-col gap-0.5">
        {runs.map((run) => {
          const changed = changeWords(run);
          return (
            <li key={run.at.getTime()} className="flex flex-wrap items-baseline gap-x-3">
              <time dateTime={run.at.toISOString()}>{local.format(run.at)}</time>
              {zone !== 'UTC' && <span className="text-ink-faint text-xs">{universal.format(run.at)} UTC</span>}
              {changed && <span className="text-warning w-full text-xs">{changed}</span>}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

const formatIn = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' });
const universal = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' });
