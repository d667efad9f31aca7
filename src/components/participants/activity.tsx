/** The events that name a participant, newest first. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { EventRecord } from '@/contract/event';
import { eventName } from '@/components/events/event-name';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useScoped } from '@/components/shell/scoped-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const SHOWN = 50;

export function ParticipantEvents({ id }: { id: string }) {
  const query = useQuery(useTRPC().participants.activity.events.queryOptions({ id, limit: SHOWN }, { refetchInterval: LIVE_MS }));
  const router = useRouter();
  const scoped = useScoped();
  const columns: Column<EventRecord>[] = [
    { header: 'Event', cell: (row) => <span className="font-medium">{eventName(row)}</span>, text: eventName },
    { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
    { header: 'Received', cell: (row) => <RelativeTime at={row.received_at} />, text: (row) => row.received_at },
  ];
  return (
    <DataTable
      name="Events of the participant"
      columns={columns}
      query={query}
      rowId={(row) => row.id}
      onOpen={(row) => router.push(scoped(`/events/${row.id}`))}
      empty={<EmptyState title="No event names this participant." />}
    />
  );
}
