/** Reports how the liability to participants came about, asset by asset. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import type { RollForwardRow } from '@/contract/report';
import { AssetFilter } from '@/components/assets/asset-filter';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { usePages } from '@/components/data-table/embedded-list';
import { exportAddress } from '@/components/exports/export-address';
import { useProgramFilter } from '@/components/shell/program-filter';
import { useTRPC } from '@/trpc/client';
import { figureColumns } from './figure-columns';
import { Report, usePeriod } from './report-frame';

export function LiabilityReport() {
  const { window, choice } = usePeriod();
  const program = useProgramFilter();
  const [asset, setAsset] = useQueryState('asset_id', parseAsString.withOptions({ history: 'push' }));
  const { symbolOf } = useAssetIndex();
  const matching = { ...window, program_id: program, asset_id: asset ?? undefined };
  const { input, page } = usePages(matching);
  const query = useQuery(useTRPC().reports.rollForward.queryOptions(input, { placeholderData: keepPreviousData }));
  const columns: Column<RollForwardRow>[] = [
    {
      header: 'Asset',
      cell: (row) => <span className="font-medium">{symbolOf(row.asset_id)}</span>,
      text: (row) => symbolOf(row.asset_id) ?? row.asset_id,
    },
    ...figureColumns<RollForwardRow>(),
  ];
  return (
    <Report
      question="What is owed to participants and groups, and how did it come about?"
      name="Liability roll-forward"
      columns={columns}
      query={query}
      page={page}
      exported={exportAddress('reports.rollForward', matching)}
      rowId={(row) => row.asset_id}
      filters={
        <>
          {choice}
          <AssetFilter value={asset} onChange={(next) => void setAsset(next)} />
        </>
      }
      empty="No value has moved yet, so nothing is owed."
    />
  );
}
