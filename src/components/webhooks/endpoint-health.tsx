/** Shows an endpoint's responses of the last day or week, in figures and a small chart; each bar links to its deliveries. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { HEALTH_PERIODS } from '@/contract/choices';
import type { HealthPeriod, WebhookHealthReport } from '@/contract/webhook-health';
import { ScopedLink, useScoped } from '@/components/shell/scoped-link';
import { statusLabel } from '@/components/ui/badge';
import { FailureNote } from '@/components/ui/failure-note';
import { OutcomeChart } from '@/components/ui/outcome-chart';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { Waiting } from '@/components/ui/waiting';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { milliseconds, percent, wholeNumber } from './figures';

const REFRESH_MS = 10_000;
const LABELS: Record<HealthPeriod, string> = { '24h': 'Last 24 hours', '7d': 'Last 7 days' };

export function EndpointHealthPanel({ id }: { id: string }) {
  const [period, setPeriod] = useState<HealthPeriod>('24h');
  const { data: report, error } = useQuery(
    useTRPC().webhookEndpoints.health.queryOptions({ id, period }, { refetchInterval: REFRESH_MS, placeholderData: keepPreviousData }),
  );
  return (
    <section className="panel mb-4 p-3" aria-label="Health">
      <div className="mb-2 flex items-center justify-between gap-2">
        <h3 className="font-medium">Health</h3>
        <Select
          aria-label="Period"
          options={HEALTH_PERIODS.map((value) => ({ value, label: LABELS[value] }))}
          value={period}
          onChange={setPeriod}
        />
      </div>
      {error && !report && <FailureNote failure={failureOf(error)} />}
      {report && (
        <>
          <Figures report={report} />
          <Chart report={report} id={id} period={period} />
        </>
      )}
      {!report && !error && <Waiting className="h-44" />}
    </section>
  );
}

function Figures({ report: { attempts, success_rate, p50_ms, p95_ms, last_failure } }: { report: WebhookHealthReport }) {
  const figures = [
    { name: 'Success', value: percent(success_rate) },
    { name: 'Attempts', value: wholeNumber(attempts) },
    { name: 'Median', value: milliseconds(p50_ms) },
    { name: '95th percentile', value: milliseconds(p95_ms) },
    {
      name: 'Last failure',
      value: last_failure ? (
        <ScopedLink href={`/webhooks/deliveries/${last_failure.delivery_id}`} className="underline">
          {statusLabel(last_failure.error_code)}, <RelativeTime at={last_failure.attempted_at} />
        </ScopedLink>
      ) : (
        'None'
      ),
    },
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      {figures.map(({ name, value }) => (
        <div key={name}>
          <dt className="text-ink-soft text-xs">{name}</dt>
          <dd className="font-medium tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });

function Chart({ report: { spans }, id, period }: { report: WebhookHealthReport; id: string; period: HealthPeriod }) {
  const router = useRouter();
  const scoped = useScoped();
  const label = (from: string): string => (period === '24h' ? hour : day).format(new Date(from));
  const span = (at: string) => spans.find(({ from }) => from === at);
  return (
    <OutcomeChart
      small
      caption="Attempts over time"
      done="Succeeded"
      spans={spans.map(({ from, attempts, succeeded }) => ({ at: from, done: succeeded, failed: attempts - succeeded }))}
      label={label}
      note={(from) => `From ${label(from)}`}
      more={{ name: '95th percentile', of: (from) => milliseconds(span(from)?.p95_ms ?? null) }}
      onOpen={(from) =>
        router.push(scoped(`/webhooks/deliveries?${new URLSearchParams({ endpoint_id: id, from, to: span(from)?.to ?? '' }).toString()}`))
      }
    />
  );
}

/** The last 24 hours of one endpoint in a few words, for a list; nothing without attempts. */
export function HealthText({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().webhookEndpoints.health.queryOptions({ id }, { staleTime: REFRESH_MS }));
  if (!data || data.attempts === 0) return null;
  return (
    <span className="text-ink-soft text-xs whitespace-nowrap tabular-nums">
      {percent(data.success_rate)} of {wholeNumber(data.attempts)} succeeded in 24 h
    </span>
  );
}
