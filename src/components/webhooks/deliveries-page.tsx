/** Lists the deliveries to every endpoint. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { WEBHOOK_DELIVERY_STATUSES } from '@/contract/choices';
import { namesIn } from '@/domain/fields';
import { WEBHOOK_TYPES } from '@/domain/webhooks/catalog';
import type { WebhookDelivery } from '@/contract/webhook';
import { DELIVERY_ERROR_CODES } from '@/domain/webhooks/retry';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, WindowFilter } from '@/components/data-table/filters';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable } from '@/components/data-table/record-table';
import { useOrganizationNow } from '@/components/shell/clock';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { DELIVERY_COLUMNS } from './delivery-columns';
import { useDeliveryBulk } from './use-delivery-bulk';
import { WebhookViews } from './webhook-views';

const DeliveryDetail = onDemand(() => import('./delivery-detail').then((loaded) => loaded.DeliveryDetail), FILLING);

const STATUSES = WEBHOOK_DELIVERY_STATUSES;
const TYPES = WEBHOOK_TYPES;
const FILTERS = {
  status: parseAsStringLiteral(STATUSES),
  event_type: parseAsStringLiteral(TYPES),
  error_code: parseAsStringLiteral(DELIVERY_ERROR_CODES),
  endpoint_id: parseAsString,
  from: parseAsString,
  to: parseAsString,
};
const HOUR_MS = 3_600_000;
const SPANS = { '1': 'last hour', '24': 'last 24 hours', '168': 'last 7 days' } as const;
type Span = keyof typeof SPANS;
const ENDPOINTS_OFFERED = 100;

export function DeliveriesPage() {
  const trpc = useTRPC();
  const now = useOrganizationNow();
  const { values, set, state, input, matching } = useListState(FILTERS, ['created_at']);
  const query = useQuery(trpc.webhookDeliveries.list.queryOptions(input, liveList(state)));
  const endpoints =
    useQuery(trpc.webhookEndpoints.list.queryOptions({ limit: ENDPOINTS_OFFERED, include_archived: true }, { staleTime: 60_000 })).data
      ?.data ?? [];
  const addressOf = (id: string) => endpoints.find((endpoint) => endpoint.id === id)?.url ?? id;
  const bulk = useDeliveryBulk(matching, addressOf);
  const endpoint: Column<WebhookDelivery> = {
    header: 'Endpoint',
    from: 'lg',
    cell: (row) => addressOf(row.endpoint_id),
    text: (row) => addressOf(row.endpoint_id),
  };
  return (
    <>
      <PageHeader title="Webhooks" description="Signed POST requests that notify your servers of what happened." />
      <WebhookViews />
      <FilterBar filtered={state.filtered} views>
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
        <ChoiceFilter
          label="Endpoint"
          options={endpoints.map(({ id }) => id)}
          value={values.endpoint_id}
          onChange={(endpoint_id) => set({ endpoint_id })}
          text={addressOf}
        />
        <ChoiceFilter
          label="Type"
          options={TYPES}
          value={values.event_type}
          onChange={(event_type) => set({ event_type })}
          text={(type) => type}
        />
        <ChoiceFilter
          label="Problem"
          options={DELIVERY_ERROR_CODES}
          value={values.error_code}
          onChange={(error_code) => set({ error_code })}
        />
        {!values.from && (
          <ChoiceFilter<Span>
            label="Created"
            options={namesIn(SPANS)}
            value={null}
            onChange={(hours) => set({ from: hours && new Date(now - Number(hours) * HOUR_MS).toISOString(), to: null })}
            text={(hours) => SPANS[hours]}
          />
        )}
        <WindowFilter from={values.from} to={values.to} onClear={() => set({ from: null, to: null })} />
      </FilterBar>
      <RecordTable
        title="Webhook delivery"
        path="/webhooks/deliveries"
        detail={(id) => <DeliveryDetail id={id} />}
        name="Webhook deliveries"
        columns={DELIVERY_COLUMNS.toSpliced(1, 0, endpoint)}
        query={query}
        state={state}
        bulk={bulk}
        empty={<EmptyState title="Nothing has been sent yet. Deliveries appear once you have an endpoint and something happens." />}
      />
    </>
  );
}
