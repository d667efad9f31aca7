/** What happened to a participant, newest first: entries of the ledger, and events. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { EventRecord } from '@/contract/event';
import type { JournalEntry } from '@/contract/journal';
import { useAssetIndex, type AssetIndex } from '@/components/assets/asset-index';
import { eventName } from '@/components/events/event-name';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useScoped } from '@/components/shell/scoped-link';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
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

/** What an entry moved on the participant's own accounts. */
const ownPostings = (entry: JournalEntry, id: string) => entry.postings.filter(({ account }) => account.id === id);

const Movements = ({ entry, id, symbolOf }: { entry: JournalEntry; id: string; symbolOf: AssetIndex['symbolOf'] }) => (
  <span className="flex flex-col items-end">
    {ownPostings(entry, id).map(({ amount, asset_id, account }, index) => (
      <Money
        key={index}
        amount={amount}
        symbol={[symbolOf(asset_id), account.bucket !== 'AVAILABLE' && account.bucket?.toLowerCase()].filter(Boolean).join(' ')}
        signed
      />
    ))}
  </span>
);

export function ParticipantEntries({ id }: { id: string }) {
  const query = useQuery(useTRPC().participants.activity.journalEntries.queryOptions({ id, limit: SHOWN }, { refetchInterval: LIVE_MS }));
  const { symbolOf } = useAssetIndex();
  const router = useRouter();
  const scoped = useScoped();
  const columns: Column<JournalEntry>[] = [
    { header: 'Entry', cell: (row) => <span className="font-medium">{statusLabel(row.type)}</span>, text: (row) => row.type },
    {
      header: 'Why',
      from: 'sm',
      cell: (row) => row.description ?? <span className="text-ink-faint">—</span>,
      text: (row) => row.description ?? '',
    },
    {
      header: 'Moved',
      numeric: true,
      cell: (row) => <Movements entry={row} id={id} symbolOf={symbolOf} />,
      text: (row) =>
        ownPostings(row, id)
          .map(({ amount, asset_id }) => `${amount} ${symbolOf(asset_id) ?? ''}`.trim())
          .join('; '),
    },
    { header: 'When', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
  ];
  return (
    <DataTable
      name="Ledger of the participant"
      columns={columns}
      query={query}
      rowId={(row) => row.id}
      onOpen={(row) => router.push(scoped(`/ledger/${row.id}`))}
      empty={<EmptyState title="No value has moved for this participant." />}
    />
  );
}
