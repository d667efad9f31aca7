/** Events per hour, failed ones on top; each bar leads to its hour. */
'use client';
import { useRouter } from 'next/navigation';
import type { Overview } from '@/contract/overview';
import { useScoped } from '@/components/shell/scoped-link';
import { OutcomeChart } from '@/components/ui/outcome-chart';

const HOUR_MS = 3_600_000;

const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const label = (hour: string): string => clock.format(new Date(hour));
const endOf = (hour: string): string => new Date(Date.parse(hour) + HOUR_MS).toISOString();

export function EventsChart({ hours }: { hours: Overview['hours'] }) {
  const router = useRouter();
  const scoped = useScoped();
  return (
    <OutcomeChart
      caption="Events per hour"
      done="Completed"
      legend={`Hours in ${zone}`}
      spans={hours.map(({ hour, completed, failed }) => ({ at: hour, done: completed, failed }))}
      label={label}
      note={(hour) => `${label(hour)} to ${label(endOf(hour))}`}
      onOpen={(hour) => router.push(scoped(`/events?${new URLSearchParams({ from: hour, to: endOf(hour) }).toString()}`))}
    />
  );
}
