/** Shows the newest events, live. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { EventRecord } from '@/contract/event';
import { useEventActors } from '@/components/events/event-actors';
import { eventName } from '@/components/events/event-name';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { useScoped } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const SHOWN = 8;

const columns = (actorOf: (row: EventRecord) => string): Column<EventRecord>[] => [
  { header: 'Event', cell: (row) => <span className="font-medium">{eventName(row)}</span>, text: eventName },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  {
    header: 'Participant',
    cell: (row) => actorOf(row) || <span className="text-ink-faint">—</span>,
    text: actorOf,
  },
  { header: 'Received', cell: (row) => <RelativeTime at={row.received_at} />, text: (row) => row.received_at },
];

export function RecentEvents() {
  const program = useProgramFilter();
  const query = useQuery(
    useTRPC().events.list.queryOptions(
      { limit: SHOWN, program_id: program },
      { refetchInterval: LIVE_MS, placeholderData: keepPreviousData },
    ),
  );
  const router = useRouter();
  const scoped = useScoped();
  const actorOf = useEventActors(query.data?.data);
  return (
    <DataTable
      name="Recent events"
      columns={columns(actorOf)}
      query={query}
      rowId={(row) => row.id}
      onOpen={(row) => router.push(scoped(`/events/${row.id}`))}
      empty={<EmptyState title="No events yet. Send them from your server with POST /v1/events." />}
    />
  );
}
