/** Shows a schedule's next runs, in the time zone of the schedule. */
'use client';
import { useOrganizationNow } from '@/components/shell/clock';
import { nextRuns } from './automation-draft';
import { cronText } from './automation-words';

const MINUTE_MS = 60_000;

export function SchedulePreview({ cron_expression, timezone }: { cron_expression: string; timezone: string }) {
  // Rounded to the minute, the smallest step of a schedule.
  const minute = Math.floor(useOrganizationNow() / MINUTE_MS) * MINUTE_MS;
  const runs = nextRuns({ cron_expression, timezone }, minute);
  if (runs.length === 0) return null;
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: timezone.trim(), dateStyle: 'full', timeStyle: 'short' });
  return (
    <div className="panel px-3 py-2">
      <p className="text-ink-soft text-xs font-medium">
        Runs {cronText(cron_expression)}. Next runs, by {timezone.trim()} time:
      </p>
      <ol aria-label="Next five runs" className="tabular mt-1">
        {runs.map((at) => (
          <li key={at.getTime()}>
            <time dateTime={at.toISOString()}>{format.format(at)}</time>
          </li>
        ))}
      </ol>
    </div>
  );
}
