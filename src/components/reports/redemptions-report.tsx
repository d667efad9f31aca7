/** Reports what was redeemed, by reward. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RedemptionReportLine } from '@/contract/report';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { usePages } from '@/components/data-table/embedded-list';
import { exportAddress } from '@/components/exports/export-address';
import { useProgramNames } from '@/components/programs/program-names';
import { useProgramFilter } from '@/components/shell/program-filter';
import { Money } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import { Report, usePeriod } from './report-frame';

export function RedemptionsReport() {
  const { window, choice } = usePeriod();
  const program = useProgramFilter();
  const nameOf = useProgramNames();
  const { symbolOf } = useAssetIndex();
  const matching = { ...window, program_id: program };
  const { input, page } = usePages(matching);
  const query = useQuery(useTRPC().reports.redemptions.queryOptions(input, { placeholderData: keepPreviousData }));
  const money = (
    header: string,
    figure: 'completed_amount' | 'reversed_amount' | 'pending_amount',
    from?: 'sm' | 'md',
  ): Column<RedemptionReportLine> => ({
    header,
    numeric: true,
    from,
    cell: (row) => <Money amount={row[figure]} symbol={symbolOf(row.asset_id)} />,
    text: (row) => row[figure],
  });
  const columns: Column<RedemptionReportLine>[] = [
    {
      header: 'Reward',
      cell: (row) => <span className="font-medium">{row.reward_name ?? 'Plain amounts'}</span>,
      text: (row) => row.reward_name ?? '',
    },
    { header: 'Program', from: 'md', cell: (row) => nameOf(row.program_id) ?? '', text: (row) => nameOf(row.program_id) ?? row.program_id },
    { header: 'Completed', numeric: true, from: 'sm', cell: (row) => row.completed_count, text: (row) => String(row.completed_count) },
    money('Amount', 'completed_amount'),
    money('Reversed', 'reversed_amount', 'sm'),
    { header: 'Pending', numeric: true, from: 'sm', cell: (row) => row.pending_count, text: (row) => String(row.pending_count) },
    money('Reserved', 'pending_amount', 'md'),
    { header: 'Ended', numeric: true, from: 'md', cell: (row) => row.ended_count, text: (row) => String(row.ended_count) },
  ];
  return (
    <Report
      question="What do participants spend their balance on?"
      name="Redemptions"
      columns={columns}
      query={query}
      page={page}
      exported={exportAddress('reports.redemptions', matching)}
      rowId={(row) => `${row.program_id}/${row.asset_id}/${row.reward_id}`}
      filters={choice}
      empty="Nothing was redeemed in this period."
    />
  );
}
