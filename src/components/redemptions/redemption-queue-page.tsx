/** Lists the redemptions waiting to be captured or cancelled; many can be resolved at once. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString } from 'nuqs';
import type { Redemption } from '@/contract/redemption';
import { FilterBar } from '@/components/data-table/filters';
import { AssetFilter } from '@/components/assets/asset-filter';
import { liveList, useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { useRedemptionColumns } from './columns';
import { RedemptionViews } from './redemption-views';
import { useRedemptionBulk } from './use-redemption-bulk';

const RedeemDialog = onDemand(() => import('./redeem-dialog').then((loaded) => loaded.RedeemDialog));

const RedemptionDetail = onDemand(() => import('./redemption-detail').then((loaded) => loaded.RedemptionDetail), FILLING);

const FILTERS = { asset_id: parseAsString };
const NO_ROWS: Redemption[] = [];

export function RedemptionQueuePage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const query = useQuery(useTRPC().redemptions.list.queryOptions({ ...input, program_id: program, status: 'PENDING' }, liveList(state)));
  const rows = query.data?.data ?? NO_ROWS;
  const columns = useRedemptionColumns(rows, true);
  const bulk = useRedemptionBulk(columns.nameOf);
  const creation = useCreation('New redemption');
  return (
    <>
      <PageHeader title="Redemptions" description="Redemptions waiting to be captured or cancelled." actions={creation.button} />
      <RedemptionViews />
      <FilterBar filtered={state.filtered} views>
        <AssetFilter value={values.asset_id} onChange={(asset_id) => set({ asset_id })} />
      </FilterBar>
      <RecordTable
        title="Redemption"
        path="/redemptions"
        detail={(id) => <RedemptionDetail id={id} />}
        name="Waiting redemptions"
        columns={[columns.participant, columns.what, columns.amount, columns.expires, columns.created]}
        query={query}
        state={state}
        bulk={bulk}
        empty={<EmptyState title="Nothing is waiting. Every redemption is captured, cancelled or failed." />}
      />
      {creation.creating && <RedeemDialog onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
