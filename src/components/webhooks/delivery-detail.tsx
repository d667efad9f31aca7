/** One delivery: what is sent, every attempt with the answer it got, and sending it again. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { useMay } from '@/components/shell/session';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { CodeBlock, JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';

type Delivery = Outputs['webhookDeliveries']['get'];
type Attempt = Delivery['attempts'][number];

export function DeliveryDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().webhookDeliveries.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(delivery) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <h2 className="flex items-center gap-2 text-lg font-semibold">
              {delivery.event_type} <StatusBadge status={delivery.status} />
            </h2>
            <Resend delivery={delivery} />
          </div>
          {delivery.last_error && <p className="bg-danger-soft rounded-panel mb-4 p-3">{delivery.last_error}</p>}
          <Tabs
            label="Webhook delivery"
            tabs={[
              { value: 'attempts', label: 'Attempts', content: <Attempts attempts={delivery.attempts} /> },
              {
                value: 'payload',
                label: 'Payload',
                content: <CodeBlock text={JSON.stringify(delivery.payload, null, 2)} label="Payload" />,
              },
              { value: 'facts', label: 'Facts', content: <DeliveryFacts delivery={delivery} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={delivery} path={`/v1/webhook-deliveries/${delivery.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  if (attempts.length === 0) {
    return (
      <div className="panel">
        <EmptyState title="No attempt was made yet." />
      </div>
    );
  }
  return (
    <ol className="flex flex-col gap-3">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.number} className="panel p-3">
          <AttemptCard attempt={attempt} />
        </li>
      ))}
    </ol>
  );
}

function AttemptCard({ attempt: { number, attempted_at, duration_ms, request, response, error } }: { attempt: Attempt }) {
  const good = response !== null && response.status >= 200 && response.status < 300;
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium">Attempt {number}</span>
        <Badge tone={good ? 'success' : 'danger'}>{response ? `HTTP ${response.status}` : 'No answer'}</Badge>
        <span className="text-ink-soft text-xs tabular-nums">{duration_ms} ms</span>
        <span className="text-ink-soft ml-auto text-xs">
          <RelativeTime at={attempted_at} real />
        </span>
      </p>
      {error && <p className="text-danger mt-1">{error}</p>}
      <details className="mt-2">
        <summary className="text-ink-soft cursor-pointer text-xs font-medium">Request and answer</summary>
        <div className="mt-2 flex flex-col gap-2">
          <CodeBlock text={headerLines(request.headers)} label={`Request headers of attempt ${number}`} />
          {response && <CodeBlock text={`${headerLines(response.headers)}\n\n${response.body}`} label={`Answer to attempt ${number}`} />}
        </div>
      </details>
    </>
  );
}

const DeliveryFacts = ({ delivery }: { delivery: Delivery }) => (
  <Facts
    facts={[
      { name: 'Id', value: <CopyableId id={delivery.id} whole /> },
      { name: 'webhook-id', value: <CopyableId id={delivery.webhook_id} whole /> },
      { name: 'Endpoint', value: <CopyableId id={delivery.endpoint_id} whole /> },
      { name: 'Attempts', value: delivery.attempt_count },
      { name: 'Next attempt', value: <RelativeTime at={delivery.next_attempt_at} /> },
      { name: 'Created', value: <RelativeTime at={delivery.created_at} /> },
      { name: 'Delivered', value: <RelativeTime at={delivery.delivered_at} /> },
    ]}
  />
);

function Resend({ delivery }: { delivery: Delivery }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const resend = useMutation(
    trpc.webhookDeliveries.resend.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.webhookDeliveries.pathFilter()),
      onError: (error) => toast.error(failureOf(error).message),
    }),
  );
  if (!change || (delivery.status !== 'DELIVERED' && delivery.status !== 'FAILED')) return null;
  return (
    <Button pending={resend.isPending} onClick={() => resend.mutate({ id: delivery.id })}>
      Send again
    </Button>
  );
}
