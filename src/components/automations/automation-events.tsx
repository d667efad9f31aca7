/** The events an automation created, newest first, live. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { Automation } from '@/contract/automation';
import type { EventRecord } from '@/contract/event';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useEmbeddedList } from '@/components/data-table/embedded-list';
import { ScopedLink, useScoped } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const SHOWN = 20;
const SORT = { by: 'created_at', dir: 'desc' } as const;

const COLUMNS: Column<EventRecord>[] = [
  {
    header: 'Participant',
    cell: (row) => row.external_id ?? <span className="text-ink-faint">Nobody</span>,
    text: (row) => row.external_id ?? '',
  },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  {
    header: 'Reason',
    from: 'md',
    cell: (row) => <span className="text-ink-soft block max-w-96 text-xs break-words whitespace-normal">{row.error_message}</span>,
    text: (row) => row.error_message ?? '',
  },
  { header: 'Due', cell: (row) => <RelativeTime at={row.event_timestamp} />, text: (row) => row.event_timestamp },
];

export function AutomationEvents({ automation: { id } }: { automation: Automation }) {
  const { state, cursor } = useEmbeddedList({ filtered: false, clearFilters: () => undefined, sort: SORT });
  const router = useRouter();
  const scoped = useScoped();
  const query = useQuery(
    useTRPC().events.list.queryOptions(
      { automation_id: id, limit: SHOWN, cursor },
      { placeholderData: keepPreviousData, refetchInterval: cursor === undefined ? LIVE_MS : false },
    ),
  );
  return (
    <>
      <DataTable
        name="Events"
        columns={COLUMNS}
        query={query}
        state={state}
        rowId={(row) => row.id}
        onOpen={(row) => router.push(scoped(`/events/${row.id}`))}
        empty={<EmptyState title="No events from this automation yet." />}
      />
      <p className="mt-2">
        <ScopedLink href={`/events?automation_id=${id}`} className="text-accent hover:underline">
          View in the event list
        </ScopedLink>
      </p>
    </>
  );
}
