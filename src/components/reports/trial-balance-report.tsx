/** Reports the balance of each account type; the rows of an asset sum to zero. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { TrialBalanceRow } from '@/contract/report';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { usePages } from '@/components/data-table/embedded-list';
import { exportAddress } from '@/components/exports/export-address';
import { useProgramFilter } from '@/components/shell/program-filter';
import { statusLabel } from '@/components/ui/badge';
import { Money } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import { Report } from './report-frame';

export function TrialBalanceReport() {
  const program = useProgramFilter();
  const { symbolOf } = useAssetIndex();
  const matching = { program_id: program };
  const { input, page } = usePages(matching);
  const query = useQuery(useTRPC().reports.trialBalance.queryOptions(input, { placeholderData: keepPreviousData }));
  const columns: Column<TrialBalanceRow>[] = [
    {
      header: 'Asset',
      cell: (row) => <span className="font-medium">{symbolOf(row.asset_id)}</span>,
      text: (row) => symbolOf(row.asset_id) ?? row.asset_id,
    },
    { header: 'Accounts', cell: (row) => statusLabel(row.account_type), text: (row) => row.account_type },
    { header: 'Balance', numeric: true, cell: (row) => <Money amount={row.balance} />, text: (row) => row.balance },
  ];
  return (
    <Report
      question="Does every asset balance? Its rows sum to zero."
      name="Trial balance"
      columns={columns}
      query={query}
      page={page}
      exported={exportAddress('reports.trialBalance', matching)}
      rowId={(row) => `${row.asset_id}/${row.account_type}`}
      empty="No value has moved yet."
    />
  );
}
