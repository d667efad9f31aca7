/** Lists the organization's assets; with a program chosen, those it links. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { ASSET_STATUSES } from '@/contract/choices';
import type { Asset } from '@/contract/asset';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { StatusBadge, statusLabel } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';

const AssetDetail = onDemand(() => import('./asset-detail').then((loaded) => loaded.AssetDetail), FILLING);
const AssetDialog = onDemand(() => import('./asset-dialog').then((loaded) => loaded.AssetDialog));

const STATUSES = ASSET_STATUSES;
const FILTERS = { search: parseAsString, status: parseAsStringLiteral(STATUSES) };

const COLUMNS: Column<Asset>[] = [
  { header: 'Name', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Symbol', sort: 'symbol', cell: (row) => row.symbol, text: (row) => row.symbol },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Issuance', from: 'sm', cell: (row) => statusLabel(row.issuance_policy), text: (row) => row.issuance_policy },
  {
    header: 'Inventory',
    from: 'md',
    cell: (row) => (row.inventory_mode === 'LOT' ? 'By lots' : 'Simple'),
    text: (row) => row.inventory_mode,
  },
  { header: 'Decimals', numeric: true, from: 'md', cell: (row) => row.scale, text: (row) => String(row.scale) },
  { header: 'Programs', numeric: true, from: 'md', cell: (row) => row.program_ids.length, text: (row) => String(row.program_ids.length) },
  { header: 'Created', sort: 'created_at', from: 'lg', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function AssetsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name', 'symbol']);
  const program = useProgramFilter();
  const query = useQuery(useTRPC().assets.list.queryOptions({ ...input, program_id: program }, { placeholderData: keepPreviousData }));
  const creation = useCreation('New asset');
  return (
    <>
      <PageHeader title="Assets" description="What participants earn and spend: points, credits, currencies." actions={creation.button} />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name or symbol" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      <RecordTable
        title="Asset"
        path="/assets"
        detail={(id) => <AssetDetail id={id} />}
        name="Assets"
        columns={COLUMNS}
        query={query}
        state={state}
        empty={
          <EmptyState
            title={
              program
                ? 'No assets are linked to this program yet. Link one on the page of the program.'
                : 'No assets yet. Create one, such as points, for rules to give.'
            }
            action={creation.button}
          />
        }
      />
      {creation.creating && <AssetDialog programId={program} onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
