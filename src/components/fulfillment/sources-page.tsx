/** Lists the accounts through which a program offers rewards, and their rates. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral } from 'nuqs';
import { ACCOUNT_STATUSES } from '@/domain/fulfillment/provider';
import type { RewardSource } from '@/contract/fulfillment';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { ProgramsLink } from '@/components/programs/programs-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { FulfillmentViews } from './fulfillment-views';
import { faceValuesText } from './source-facts';
import { priceText } from './price-text';
import { useAccountNames } from './account-names';

const SourceDialog = onDemand(() => import('./source-dialog').then((loaded) => loaded.SourceDialog));

const SourceDetail = onDemand(() => import('./source-detail').then((loaded) => loaded.SourceDetail), FILLING);

const STATUSES = ACCOUNT_STATUSES;
const FILTERS = { status: parseAsStringLiteral(STATUSES) };

export function SourcesPage() {
  const { program, none, choice, awaited } = useChosenProgram();
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const query = useQuery(
    useTRPC().programs.rewardSources.list.queryOptions(
      { ...input, id: program?.id ?? '' },
      { enabled: program !== undefined, placeholderData: keepPreviousData },
    ),
  );
  const creation = useCreation('Add reward source');
  const columns = useColumns();
  return (
    <>
      <PageHeader
        title="Fulfillment"
        description={`What ${program?.name ?? 'a program'} offers through accounts with gift-card providers.`}
        actions={program && program.status !== 'ARCHIVED' && creation.button}
      />
      <FulfillmentViews />
      <FilterBar filtered={state.filtered} views>
        {choice}
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="Reward sources belong to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <RecordTable
          title="Reward source"
          path={`/fulfillment/sources/${program?.id ?? ''}`}
          detail={(id) => program && <SourceDetail programId={program.id} id={id} />}
          name="Reward sources"
          columns={columns}
          query={awaited(query)}
          state={state}
          empty={
            <EmptyState title={`Set the rate at which ${program?.name ?? ''} offers a provider’s products.`} action={creation.button} />
          }
        />
      )}
      {creation.creating && program && <SourceDialog program={program} onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}

function useColumns(): Column<RewardSource>[] {
  const { symbolOf } = useAssetIndex();
  const nameOf = useAccountNames();
  const account = (row: RewardSource): string => nameOf(row.fulfillment_account_id) ?? '';
  const price = (row: RewardSource): string => priceText(row, symbolOf(row.asset_id));
  return [
    { header: 'Account', cell: (row) => <span className="font-medium">{account(row)}</span>, text: account },
    { header: 'Price', cell: (row) => <span className="tabular-nums">{price(row)}</span>, text: price },
    { header: 'Face values', from: 'sm', cell: (row) => faceValuesText(row.policy), text: (row) => faceValuesText(row.policy) },
    { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
    {
      header: 'Created',
      sort: 'created_at',
      from: 'md',
      cell: (row) => <RelativeTime at={row.created_at} />,
      text: (row) => row.created_at,
    },
  ];
}
