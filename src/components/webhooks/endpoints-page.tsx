/** Lists the webhook endpoints. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral } from 'nuqs';
import { useState } from 'react';
import { WEBHOOK_ENDPOINT_STATUSES } from '@/contract/choices';
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '@/contract/webhook';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { HealthText } from './endpoint-health';
import { typesText } from './event-types';
import { WebhookViews } from './webhook-views';

const EndpointDetail = onDemand(() => import('./endpoint-detail').then((loaded) => loaded.EndpointDetail), FILLING);
const EndpointDialog = onDemand(() => import('./endpoint-dialog').then((loaded) => loaded.EndpointDialog));
const SecretDialog = onDemand(() => import('./secret-dialog').then((loaded) => loaded.SecretDialog));

const STATUSES = WEBHOOK_ENDPOINT_STATUSES;
const FILTERS = { status: parseAsStringLiteral(STATUSES) };

const COLUMNS: Column<WebhookEndpoint>[] = [
  {
    header: 'Address',
    cell: (row) => (
      <span className="flex flex-col py-1">
        <span className="font-medium">{row.url}</span>
        {row.description && <span className="text-ink-soft text-xs">{row.description}</span>}
      </span>
    ),
    text: (row) => row.url,
  },
  {
    header: 'Status',
    cell: (row) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 py-1">
        <StatusBadge status={row.status} /> <HealthText id={row.id} />
      </span>
    ),
    text: (row) => row.status,
  },
  { header: 'Receives', from: 'md', cell: (row) => typesText(row.enabled_events), text: (row) => typesText(row.enabled_events) },
  { header: 'Created', sort: 'created_at', from: 'sm', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function EndpointsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const query = useQuery(useTRPC().webhookEndpoints.list.queryOptions(input, { placeholderData: keepPreviousData }));
  const creation = useCreation('Add endpoint');
  const [created, setCreated] = useState<WebhookEndpointWithSecret | null>(null);
  return (
    <>
      <PageHeader
        title="Webhooks"
        description="Signed POST requests that notify your servers of what happened."
        actions={creation.button}
      />
      <WebhookViews />
      <FilterBar filtered={state.filtered} views>
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      <RecordTable
        title="Webhook endpoint"
        path="/webhooks"
        detail={(id) => <EndpointDetail id={id} />}
        name="Webhook endpoints"
        columns={COLUMNS}
        query={query}
        state={state}
        empty={
          <EmptyState
            title="Add the URL of your server to be notified of completed events and changed balances."
            action={creation.button}
          />
        }
      />
      {creation.creating && <EndpointDialog onClose={creation.close} onCreated={setCreated} />}
      {created && <SecretDialog url={created.url} secret={created.secret} onClose={() => setCreated(null)} />}
    </>
  );
}
