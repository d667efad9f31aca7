/** One delivery: its payload, every attempt with its response, and a resend. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toast } from '@/components/ui/toast';
import { RequestLink } from '@/components/logs/request-link';
import { ScopedLink } from '@/components/shell/scoped-link';
import { useMay } from '@/components/shell/session';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { CodeBlock, JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';
import { AttemptCard } from './attempt-card';

type Delivery = Outputs['webhookDeliveries']['get'];

export function DeliveryDetail({ id }: { id: string }) {
  const query = useQuery(useTRPC().webhookDeliveries.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(delivery) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <div className="min-w-0">
              <RecordHeading name={delivery.event_type}>
                <StatusBadge status={delivery.status} />
              </RecordHeading>
              <Receiver id={delivery.endpoint_id} />
            </div>
            <Resend delivery={delivery} />
          </div>
          {delivery.last_error && (
            <p className="bg-danger-soft rounded-panel mb-4 p-3">
              {delivery.last_error}
              {delivery.next_attempt_at && (
                <>
                  {' '}
                  Next attempt <RelativeTime at={delivery.next_attempt_at} />
                </>
              )}
            </p>
          )}
          <Tabs
            label="Webhook delivery"
            tabs={[
              { value: 'attempts', label: 'Attempts', content: <Attempts delivery={delivery} /> },
              {
                value: 'payload',
                label: 'Payload',
                content: <CodeBlock text={JSON.stringify(delivery.payload, null, 2)} label="Payload" />,
              },
              { value: 'facts', label: 'Details', content: <DeliveryFacts delivery={delivery} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={delivery} path={`/v1/webhook-deliveries/${delivery.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function Receiver({ id }: { id: string }) {
  const { data } = useQuery(useTRPC().webhookEndpoints.get.queryOptions({ id }, { staleTime: LIVE_MS }));
  return (
    <p className="text-ink-soft break-all">
      To{' '}
      <ScopedLink href={`/webhooks/${id}`} className="text-accent hover:underline">
        {data?.url ?? 'its endpoint'}
      </ScopedLink>
    </p>
  );
}

function Attempts({ delivery: { attempts, body } }: { delivery: Delivery }) {
  if (attempts.length === 0) {
    return (
      <div className="panel">
        <EmptyState title="No attempts yet." />
      </div>
    );
  }
  return (
    <ol className="flex flex-col gap-3">
      {attempts.toReversed().map((attempt) => (
        <li key={attempt.number}>
          <AttemptCard attempt={attempt} body={body} />
        </li>
      ))}
    </ol>
  );
}

const DeliveryFacts = ({ delivery }: { delivery: Delivery }) => (
  <Facts
    facts={[
      { name: 'Id', value: <CopyableId id={delivery.id} whole /> },
      { name: 'webhook-id', value: <CopyableId id={delivery.webhook_id} whole /> },
      { name: 'Endpoint', value: <CopyableId id={delivery.endpoint_id} whole /> },
      ...(delivery.request_id ? [{ name: 'Request', value: <RequestLink id={delivery.request_id} /> }] : []),
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
