/** Through which accounts a program offers rewards, and at which rate. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral } from 'nuqs';
import { useState, type ReactNode } from 'react';
import { FulfillmentStatus, type RewardSource } from '@/contract/fulfillment';
import type { Program } from '@/contract/program';
import { useAssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useProgramFilter, usePrograms } from '@/components/shell/program-filter';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { FulfillmentViews } from './fulfillment-views';
import { SourceDetail } from './source-detail';
import { SourceDialog } from './source-dialog';
import { faceValuesText } from './source-facts';
import { priceText } from './source-draft';
import { useAccountNames } from './account-names';

const STATUSES = FulfillmentStatus.options;
const FILTERS = { status: parseAsStringLiteral(STATUSES) };

/** Of the program that the header names, else of one chosen here. */
export function SourcesPage() {
  const { data } = usePrograms();
  const filter = useProgramFilter();
  const [chosen, setChosen] = useState<string | null>(null);
  const programs = data?.data ?? [];
  const program = programs.find(({ id }) => id === (filter ?? chosen)) ?? programs[0];
  const choice = !filter && programs.length > 1 && program && (
    <Select
      aria-label="Program of the reward sources"
      options={programs.map(({ id, name }) => ({ value: id, label: name }))}
      value={program.id}
      onChange={setChosen}
    />
  );
  if (program) return <Sources key={program.id} program={program} choice={choice || null} />;
  return (
    <>
      <PageHeader title="Fulfillment" description="What programs offer through accounts with gift-card providers." />
      <FulfillmentViews />
      {data && <EmptyState title="Create a program first; its reward sources are listed here." />}
    </>
  );
}

function Sources({ program, choice }: { program: Program; choice: ReactNode }) {
  const { values, set, state, input } = useListState(FILTERS, ['created_at']);
  const query = useQuery(
    useTRPC().programs.rewardSources.list.queryOptions({ ...input, id: program.id }, { placeholderData: keepPreviousData }),
  );
  const creation = useCreation('Add reward source');
  const columns = useColumns();
  return (
    <>
      <PageHeader
        title="Fulfillment"
        description={`What ${program.name} offers through accounts with gift-card providers.`}
        actions={program.status === 'ARCHIVED' ? null : creation.button}
      />
      <FulfillmentViews />
      <FilterBar>
        {choice}
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      <RecordTable
        title="Reward source"
        path={`/fulfillment/sources/${program.id}`}
        detail={(id) => <SourceDetail programId={program.id} id={id} />}
        name="Reward sources"
        columns={columns}
        query={query}
        state={state}
        empty={<EmptyState title={`Say at which rate ${program.name} sells what a provider delivers.`} action={creation.button} />}
      />
      {creation.creating && <SourceDialog program={program} onClose={creation.close} onSaved={creation.openSaved} />}
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
