/** Value that participants and groups gave each other, newest first. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString } from 'nuqs';
import type { Transfer } from '@/contract/transfer';
import { useAssetIndex } from '@/components/assets/asset-index';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { useTransferColumns } from './columns';
import { TransferDetail } from './transfer-detail';
import { TransferDialog } from './transfer-dialog';

const FILTERS = { asset_id: parseAsString };
const NO_ROWS: Transfer[] = [];

export function TransfersPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const { all, symbolOf } = useAssetIndex();
  const options = { placeholderData: keepPreviousData, refetchInterval: state.page.first ? LIVE_MS : false } as const;
  const query = useQuery(useTRPC().transfers.list.queryOptions({ ...input, program_id: program }, options));
  const columns = useTransferColumns(query.data?.data ?? NO_ROWS, true);
  const creation = useCreation('New transfer');
  return (
    <>
      <PageHeader
        title="Transfers"
        description="Value that moved between participants and groups, each in one entry."
        actions={creation.button}
      />
      <FilterBar>
        <ChoiceFilter
          label="Asset"
          options={all.map(({ id }) => id)}
          value={values.asset_id}
          onChange={(asset_id) => set({ asset_id })}
          text={(id) => symbolOf(id) ?? id}
        />
      </FilterBar>
      <RecordTable
        title="Transfer"
        path="/transfers"
        detail={(id) => <TransferDetail id={id} />}
        name="Transfers"
        columns={columns}
        query={query}
        state={state}
        empty={<EmptyState title="Nothing was transferred yet, by hand or by a rule." action={creation.button} />}
      />
      {creation.creating && <TransferDialog onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
