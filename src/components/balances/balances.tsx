/** What somebody holds, by program and asset. */
'use client';
import type { BalanceRow } from '@/contract/balance';
import { useAssetIndex } from '@/components/assets/asset-index';
import { useProgramNames } from '@/components/programs/program-names';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { EmptyState } from '@/components/ui/empty-state';
import { Money } from '@/components/ui/money';

export function Balances({ rows }: { rows: readonly BalanceRow[] }) {
  const { symbolOf } = useAssetIndex();
  const nameOf = useProgramNames();
  const bucket = (header: string, key: 'available' | 'held' | 'deferred', from?: 'sm'): Column<BalanceRow> => ({
    header,
    numeric: true,
    from,
    cell: (row) => <Money amount={row[key]} symbol={symbolOf(row.asset_id)} />,
    text: (row) => row[key],
  });
  const columns: Column<BalanceRow>[] = [
    {
      header: 'Program',
      cell: (row) => <span className="block max-w-28 truncate sm:max-w-none">{nameOf(row.program_id)}</span>,
      text: (row) => nameOf(row.program_id) ?? row.program_id,
    },
    { header: 'Asset', from: 'sm', cell: (row) => symbolOf(row.asset_id) ?? '', text: (row) => symbolOf(row.asset_id) ?? row.asset_id },
    bucket('Available', 'available'),
    bucket('Held', 'held'),
    bucket('Deferred', 'deferred', 'sm'),
  ];
  const query = { data: { data: [...rows] }, error: null, isPending: false, refetch: () => undefined };
  return (
    <DataTable
      name="Balances"
      columns={columns}
      query={query}
      rowId={(row) => `${row.program_id}/${row.asset_id}`}
      empty={<EmptyState title="Nothing was earned yet." />}
    />
  );
}
