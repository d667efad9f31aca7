/** Lists every redemption, newest first. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Redemption } from '@/contract/redemption';
import { REDEMPTION_STATUSES } from '@/domain/redemptions/machine';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { AssetFilter } from '@/components/assets/asset-filter';
import { liveList, useListState } from '@/components/data-table/list-state';
import { exportAddress } from '@/components/exports/export-address';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useProgramFilter } from '@/components/shell/program-filter';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { useRedemptionColumns } from './columns';
import { RedemptionViews } from './redemption-views';

const RedeemDialog = onDemand(() => import('./redeem-dialog').then((loaded) => loaded.RedeemDialog));

const RedemptionDetail = onDemand(() => import('./redemption-detail').then((loaded) => loaded.RedemptionDetail), FILLING);

const FILTERS = { status: parseAsStringLiteral(REDEMPTION_STATUSES), asset_id: parseAsString };
const NO_ROWS: Redemption[] = [];

export function RedemptionsPage() {
  const { values, set, state, input, matching } = useListState(FILTERS, ['created_at']);
  const program = useProgramFilter();
  const query = useQuery(useTRPC().redemptions.list.queryOptions({ ...input, program_id: program }, liveList(state)));
  const columns = useRedemptionColumns(query.data?.data ?? NO_ROWS, true);
  const creation = useCreation('New redemption');
  return (
    <>
      <PageHeader title="Redemptions" description="Everything participants have spent or reserved." actions={creation.button} />
      <RedemptionViews />
      <FilterBar filtered={state.filtered} views>
        <ChoiceFilter label="Status" options={REDEMPTION_STATUSES} value={values.status} onChange={(status) => set({ status })} />
        <AssetFilter value={values.asset_id} onChange={(asset_id) => set({ asset_id })} />
      </FilterBar>
      <RecordTable
        title="Redemption"
        path="/redemptions"
        detail={(id) => <RedemptionDetail id={id} />}
        name="Redemptions"
        columns={[columns.participant, columns.what, columns.amount, columns.status, columns.expires, columns.created]}
        query={query}
        state={state}
        exported={exportAddress('exports.redemptions', { ...matching, program_id: program })}
        empty={<EmptyState title="No redemptions yet." action={creation.button} />}
      />
      {creation.creating && <RedeemDialog onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
