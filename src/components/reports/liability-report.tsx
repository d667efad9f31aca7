/** How what is owed to participants came to be, asset by asset. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { RollForwardRow } from '@/contract/report';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { useProgramFilter } from '@/components/shell/program-filter';
import { Money } from '@/components/ui/money';
import { useTRPC } from '@/trpc/client';
import { Report, usePeriod } from './report-frame';

type Figure = Exclude<keyof RollForwardRow, 'asset_id'>;

/** None is left out on a narrow screen, where the table scrolls: only all of them add up. */
const FIGURES: readonly { figure: Figure; header: string }[] = [
  { figure: 'opening', header: 'Opening' },
  { figure: 'issued', header: '+ Issued' },
  { figure: 'reversed', header: '+ Reversed' },
  { figure: 'redeemed', header: '− Redeemed' },
  { figure: 'expired', header: '− Expired' },
  { figure: 'forfeited', header: '− Forfeited' },
  { figure: 'debited', header: '− Debited' },
  { figure: 'voided', header: '− Voided' },
  { figure: 'closing', header: '= Closing' },
];

export function LiabilityReport() {
  const { window, choice } = usePeriod();
  const program = useProgramFilter();
  const { symbolOf } = useAssetIndex();
  const query = useQuery(
    useTRPC().reports.rollForward.queryOptions({ ...window, program_id: program }, { placeholderData: keepPreviousData }),
  );
  const columns: Column<RollForwardRow>[] = [
    {
      header: 'Asset',
      cell: (row) => <span className="font-medium">{symbolOf(row.asset_id)}</span>,
      text: (row) => symbolOf(row.asset_id) ?? row.asset_id,
    },
    ...FIGURES.map(({ figure, header }): Column<RollForwardRow> => ({
      header,
      numeric: true,
      cell: (row) => <Money amount={row[figure]} className={figure === 'closing' ? 'font-medium' : undefined} />,
      text: (row) => row[figure],
    })),
  ];
  return (
    <Report
      question="What is owed to participants and groups, and how did it come to that?"
      name="Liability roll-forward"
      columns={columns}
      query={query}
      rowId={(row) => row.asset_id}
      filters={choice}
      empty="No value has moved yet, so nothing is owed."
    />
  );
}
