/** Everything that was sent or is to be sent, to whichever endpoint. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { WebhookDeliveryStatus } from '@/contract/webhook';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable } from '@/components/data-table/record-table';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { DELIVERY_COLUMNS } from './delivery-columns';
import { DeliveryDetail } from './delivery-detail';
import { WebhookViews } from './webhook-views';

const STATUSES = WebhookDeliveryStatus.options;
const FILTERS = { status: parseAsStringLiteral(STATUSES), endpoint_id: parseAsString };
const ENDPOINTS_OFFERED = 100;

export function DeliveriesPage() {
  const trpc = useTRPC();
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const query = useQuery(trpc.webhookDeliveries.list.queryOptions(input, liveList(state)));
  const endpoints =
    useQuery(trpc.webhookEndpoints.list.queryOptions({ limit: ENDPOINTS_OFFERED, include_archived: true }, { staleTime: 60_000 })).data
      ?.data ?? [];
  return (
    <>
      <PageHeader title="Webhooks" description="Signed POST requests that tell your servers what happened." />
      <WebhookViews />
      <FilterBar>
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
        <ChoiceFilter
          label="Endpoint"
          options={endpoints.map(({ id }) => id)}
          value={values.endpoint_id}
          onChange={(endpoint_id) => set({ endpoint_id })}
          text={(id) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? id}
        />
      </FilterBar>
      <RecordTable
        title="Webhook delivery"
        path="/webhooks/deliveries"
        detail={(id) => <DeliveryDetail id={id} />}
        name="Webhook deliveries"
        columns={DELIVERY_COLUMNS}
        query={query}
        state={state}
        empty={<EmptyState title="Nothing was sent yet: deliveries appear once an endpoint is there and something happens." />}
      />
    </>
  );
}
