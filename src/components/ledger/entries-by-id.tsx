/** Lists the journal entries a record names, with what each moved. */
'use client';
import { useQueries } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import type { JournalEntryResource } from '@/contract/journal';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useScoped } from '@/components/shell/scoped-link';
import { statusLabel } from '@/components/ui/badge';
import { CopyableId } from '@/components/ui/copyable-id';
import { EmptyState } from '@/components/ui/empty-state';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { amountColumn } from './amount-column';

/** @param ids in display order; an entry never changes, so each is fetched once. */
export function EntriesById({ ids }: { ids: readonly string[] }) {
  const trpc = useTRPC();
  const { symbolOf } = useAssetIndex();
  const answers = useQueries({ queries: ids.map((id) => trpc.journalEntries.get.queryOptions({ id }, { staleTime: Infinity })) });
  const router = useRouter();
  const scoped = useScoped();
  const columns: Column<JournalEntryResource>[] = [
    { header: 'Entry', cell: (row) => <span className="font-medium">{statusLabel(row.type)}</span>, text: (row) => row.type },
    amountColumn(symbolOf),
    { header: 'Id', from: 'sm', cell: (row) => <CopyableId id={row.id} label="Entry id" />, text: (row) => row.id },
    { header: 'Created', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
  ];
  const isPending = answers.some((answer) => answer.isPending);
  const error = answers.find((answer) => answer.error)?.error ?? null;
  const query = {
    data: isPending || error ? undefined : { data: answers.flatMap(({ data }) => (data ? [data] : [])) },
    error,
    isPending,
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
  };
  return (
    <DataTable
      name="Journal entries"
      columns={columns}
      query={query}
      rowId={(row) => row.id}
      onOpen={(row) => router.push(scoped(`/ledger/${row.id}`))}
      empty={<EmptyState title="Nothing has moved." />}
    />
  );
}
