/** One endpoint: its facts, its latest deliveries, and the actions on it. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { WebhookEndpointDetail } from '@/contract/webhook';
import { useHistoryFact } from '@/components/audit/history-fact';
import { DataTable } from '@/components/data-table/data-table';
import { useScoped } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { Detail } from '@/components/ui/detail';
import { EmptyState } from '@/components/ui/empty-state';
import { Facts } from '@/components/ui/facts';
import { JsonPanel } from '@/components/ui/json-view';
import { LIVE_MS } from '@/components/ui/live';
import { RecordHeading } from '@/components/ui/record-heading';
import { RelativeTime } from '@/components/ui/relative-time';
import { Tabs } from '@/components/ui/tabs';
import { useTRPC } from '@/trpc/client';
import { DELIVERY_COLUMNS } from './delivery-columns';
import { EndpointActions } from './endpoint-actions';
import { EndpointHealthPanel } from './endpoint-health';
import { EndpointNotice } from './endpoint-notice';
import { typesText } from './event-types';
import { RecoveryProgress } from './recovery-progress';
import { TestConsole } from './test-console';

const SHOWN = 50;

export function EndpointDetail({ id }: { id: string }) {
  const [tab, setTab] = useState('deliveries');
  const query = useQuery(useTRPC().webhookEndpoints.get.queryOptions({ id }, { refetchInterval: LIVE_MS }));
  return (
    <Detail query={query}>
      {(endpoint) => (
        <>
          <div className="mb-4 flex flex-wrap items-center justify-between gap-2">
            <RecordHeading name={endpoint.url} className="break-all">
              <StatusBadge status={endpoint.status} />
            </RecordHeading>
            <EndpointActions endpoint={endpoint} onTest={() => setTab('test')} />
          </div>
          <EndpointNotice endpoint={endpoint} />
          <RecoveryProgress endpointId={endpoint.id} />
          <EndpointHealthPanel id={endpoint.id} />
          <Tabs
            label="Webhook endpoint"
            value={tab}
            onChange={setTab}
            tabs={[
              { value: 'deliveries', label: 'Deliveries', content: <EndpointDeliveries id={endpoint.id} /> },
              { value: 'test', label: 'Test', content: <TestConsole endpoint={endpoint} /> },
              { value: 'facts', label: 'Details', content: <EndpointFacts endpoint={endpoint} /> },
              { value: 'json', label: 'JSON', content: <JsonPanel value={endpoint} path={`/v1/webhook-endpoints/${endpoint.id}`} /> },
            ]}
          />
        </>
      )}
    </Detail>
  );
}

function EndpointDeliveries({ id }: { id: string }) {
  const query = useQuery(
    useTRPC().webhookEndpoints.deliveries.queryOptions(
      { id, limit: SHOWN },
      { placeholderData: keepPreviousData, refetchInterval: LIVE_MS },
    ),
  );
  const router = useRouter();
  const scoped = useScoped();
  return (
    <DataTable
      name="Deliveries of the endpoint"
      columns={DELIVERY_COLUMNS}
      query={query}
      rowId={(row) => row.id}
      onOpen={(row) => router.push(scoped(`/webhooks/deliveries/${row.id}`))}
      empty={<EmptyState title="No deliveries to this endpoint yet." />}
    />
  );
}

const EndpointFacts = ({ endpoint }: { endpoint: WebhookEndpointDetail }) => (
  <Facts
    facts={[
      { name: 'Id', value: <CopyableId id={endpoint.id} whole /> },
      { name: 'Description', value: endpoint.description ?? <span className="text-ink-faint">—</span> },
      { name: 'Receives', value: typesText(endpoint.enabled_events) },
      { name: 'Failing since', value: <RelativeTime at={endpoint.failing_since} /> },
      { name: 'Paused until', value: <RelativeTime at={endpoint.rate_limited_until} /> },
      { name: 'Old secret signs until', value: <RelativeTime at={endpoint.previous_secret_until} /> },
      { name: 'Created', value: <RelativeTime at={endpoint.created_at} /> },
      { name: 'Updated', value: <RelativeTime at={endpoint.updated_at} /> },
      ...useHistoryFact(endpoint.id),
    ]}
  />
);
