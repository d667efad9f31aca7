/** Charts events per span, failed ones on top; each bar links to its events. */
'use client';
import { useRouter } from 'next/navigation';
import type { Overview } from '@/contract/overview';
import { useScoped } from '@/components/shell/scoped-link';
import { OutcomeChart } from '@/components/ui/outcome-chart';
import { PERIOD_WORDS, spanWords } from './period';

export function EventsChart({ overview: { period, spans } }: { overview: Overview }) {
  const router = useRouter();
  const scoped = useScoped();
  const { label, legend } = spanWords(period);
  const ends = new Map(spans.map(({ from, to }) => [from, to]));
  const endOf = (at: string): string => ends.get(at) ?? at;
  return (
    <OutcomeChart
      caption={`Events per ${PERIOD_WORDS[period].span}`}
      done="Completed"
      legend={legend}
      spans={spans.map(({ from, completed, failed }) => ({ at: from, done: completed, failed }))}
      label={label}
      note={(at) => (period === '24h' ? `${label(at)} to ${label(endOf(at))}` : label(at))}
      onOpen={(at) => router.push(scoped(`/events?${new URLSearchParams({ from: at, to: endOf(at) }).toString()}`))}
    />
  );
}
