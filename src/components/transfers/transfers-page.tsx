/** Lists transfers between participants and groups, newest first. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString } from 'nuqs';
import type { Transfer } from '@/contract/transfer';
import { FilterBar } from '@/components/data-table/filters';
import { AssetFilter } from '@/components/assets/asset-filter';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { useTransferColumns } from './columns';

const TransferDialog = onDemand(() => import('./transfer-dialog').then((loaded) => loaded.TransferDialog));

const TransferDetail = onDemand(() => import('./transfer-detail').then((loaded) => loaded.TransferDetail), FILLING);

const FILTERS = { asset_id: parseAsString };
const NO_ROWS: Transfer[] = [];

export function TransfersPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const query = useQuery(useTRPC().transfers.list.queryOptions({ ...input, program_id: program }, liveList(state)));
  const columns = useTransferColumns(query.data?.data ?? NO_ROWS, true);
  const creation = useCreation('New transfer');
  return (
    <>
      <PageHeader
        title="Transfers"
        description="Value moved between participants and groups, one entry per transfer."
        actions={creation.button}
      />
      <FilterBar filtered={state.filtered} views>
        <AssetFilter value={values.asset_id} onChange={(asset_id) => set({ asset_id })} />
      </FilterBar>
      <RecordTable
        title="Transfer"
        path="/transfers"
        detail={(id) => <TransferDetail id={id} />}
        name="Transfers"
        columns={columns}
        query={query}
        state={state}
        empty={<EmptyState title="No transfers yet, neither manual nor by a rule." action={creation.button} />}
      />
      {creation.creating && <TransferDialog onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
