/** What the ledger moved on the accounts of a holder, newest first. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { JournalEntry } from '@/contract/journal';
import { useAssetIndex, type AssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useScoped } from '@/components/shell/scoped-link';
import { statusLabel } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { Money } from '@/components/ui/money';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import type { Holder } from './holder';

const SHOWN = 50;

/** What an entry moved on the holder's own accounts. */
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

export function HolderEntries({ holder: { kind, id } }: { holder: Pick<Holder, 'kind' | 'id'> }) {
  const query = useQuery(useTRPC()[kind].activity.journalEntries.queryOptions({ id, limit: SHOWN }, { refetchInterval: LIVE_MS }));
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
    { header: 'Created', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
  ];
  return (
    <DataTable
      name={kind === 'groups' ? 'Ledger of the group' : 'Ledger of the participant'}
      columns={columns}
      query={query}
      rowId={(row) => row.id}
      onOpen={(row) => router.push(scoped(`/ledger/${row.id}`))}
      empty={<EmptyState title="No value has moved here." />}
    />
  );
}
