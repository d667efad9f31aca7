/** Counts down to the deadline of a reservation, by the organization's clock. */
'use client';
import { useOrganizationNow } from '@/components/shell/clock';
import { cn } from '@/components/ui/cn';
import { exactText } from '@/components/ui/relative-time';
import { timeLeftText } from './words';

/** With less than this left, it is marked. */
const SOON_MS = 5 * 60_000;

export function TimeLeft({ until }: { until: string }) {
  const left = Date.parse(until) - useOrganizationNow();
  return (
    <time
      dateTime={until}
      title={exactText(until)}
      className={cn('font-medium whitespace-nowrap tabular-nums', left < SOON_MS && 'text-warning')}
      suppressHydrationWarning
    >
      {timeLeftText(left)}
    </time>
  );
}
