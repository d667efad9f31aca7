/** Lists events live, newest first; each row opens the outcome of every rule. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { EVENT_STATUSES } from '@/contract/choices';
import type { EventRecord } from '@/contract/event';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter, WindowFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { exportAddress } from '@/components/exports/export-address';
import { RecordTable } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { Badge, StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { CopyableId } from '@/components/ui/copyable-id';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { useEventActors } from './event-actors';
import { eventName } from './event-name';
import { useEventBulk } from './use-event-bulk';

const EventDetail = onDemand(() => import('./event-detail').then((loaded) => loaded.EventDetail), FILLING);

const FILTERS = {
  status: parseAsStringLiteral(EVENT_STATUSES),
  external_id: parseAsString,
  automation_id: parseAsString,
  error_code: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

const columns = (actorOf: (row: EventRecord) => string): Column<EventRecord>[] => [
  { header: 'Event', cell: (row) => <NameCell event={row} />, text: (row) => eventName(row) },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  {
    header: 'Participant',
    from: 'sm',
    cell: (row) => actorOf(row) || <span className="text-ink-faint">—</span>,
    text: actorOf,
  },
  {
    header: 'External id',
    from: 'lg',
    cell: (row) => <span className="text-ink-soft font-mono text-xs">{row.external_id}</span>,
    text: (row) => row.external_id ?? '',
  },
  {
    header: 'Key',
    from: 'lg',
    cell: (row) => <span className="text-ink-soft font-mono text-xs">{row.idempotency_key}</span>,
    text: (row) => row.idempotency_key,
  },
  { header: 'Id', from: 'lg', cell: (row) => <CopyableId id={row.id} label="Event id" />, text: (row) => row.id },
  { header: 'Happened', from: 'md', cell: (row) => <RelativeTime at={row.event_timestamp} />, text: (row) => row.event_timestamp },
  { header: 'Received', sort: 'created_at', cell: (row) => <RelativeTime at={row.received_at} />, text: (row) => row.received_at },
];

const NameCell = ({ event }: { event: EventRecord }) => (
  <span className="inline-flex items-center gap-2">
    <span className="font-medium">{eventName(event)}</span>
    {event.event_type === 'SYSTEM' && <Badge>System</Badge>}
  </span>
);

export function EventsPage() {
  const { values, set, state, input, matching } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const live = state.page.first;
  const options = { placeholderData: keepPreviousData, refetchInterval: live ? LIVE_MS : false } as const;
  const query = useQuery(useTRPC().events.list.queryOptions({ ...input, program_id: program }, options));
  const actorOf = useEventActors(query.data?.data);
  const bulk = useEventBulk({ ...matching, program_id: program });
  const reference = (
    <Button asChild>
      <a href="/docs">How to send events</a>
    </Button>
  );
  return (
    <>
      <PageHeader title="Events" description={live ? 'Events as they arrive.' : 'Events; the first page is live.'} />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Participant’s external id" value={values.external_id} onChange={(external_id) => set({ external_id })} />
        <ChoiceFilter label="Status" options={EVENT_STATUSES} value={values.status} onChange={(status) => set({ status })} />
        {values.automation_id && (
          <Button onClick={() => set({ automation_id: null })}>
            Of one automation <X aria-hidden /> <span className="sr-only">Show all events</span>
          </Button>
        )}
        {values.error_code && (
          <Button onClick={() => set({ error_code: null })}>
            <span className="font-mono text-xs">{values.error_code}</span> <X aria-hidden />{' '}
            <span className="sr-only">Show all events</span>
          </Button>
        )}
        <WindowFilter from={values.from} to={values.to} onClear={() => set({ from: null, to: null })} />
      </FilterBar>
      <RecordTable
        title="Event"
        path="/events"
        detail={(id) => <EventDetail id={id} />}
        name="Events"
        columns={columns(actorOf)}
        query={query}
        state={state}
        bulk={bulk}
        exported={exportAddress('exports.events', { ...matching, program_id: program })}
        empty={<EmptyState title="No events yet. Send them from your server with POST /v1/events." action={reference} />}
      />
    </>
  );
}
