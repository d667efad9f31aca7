/** Lists a program's reward catalog. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Reward } from '@/contract/reward';
import { REWARD_STATUSES } from '@/domain/choices';
import { useAssetIndex, type AssetIndex } from '@/components/assets/asset-index';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { ProgramsLink } from '@/components/programs/programs-link';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Money } from '@/components/ui/money';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { PRICED_BY_SOURCE } from './reward-card';
import { Stock, stockText } from './stock';
import { useRewardBulk } from './use-reward-bulk';

const RewardDialog = onDemand(() => import('./reward-dialog').then((loaded) => loaded.RewardDialog));

const RewardDetail = onDemand(() => import('./reward-detail').then((loaded) => loaded.RewardDetail), FILLING);

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(REWARD_STATUSES), category: parseAsString };
const NONE = <span className="text-ink-faint">—</span>;

const columnsFor = (symbolOf: AssetIndex['symbolOf']): Column<Reward>[] => [
  { header: 'Reward', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  {
    header: 'In words',
    from: 'lg',
    cell: ({ sentence }) => <span className="block max-w-52 truncate">{sentence}</span>,
    text: ({ sentence }) => sentence,
  },
  { header: 'Category', from: 'md', cell: (row) => row.category ?? NONE, text: (row) => row.category ?? '' },
  {
    header: 'Costs',
    numeric: true,
    cell: (row) =>
      row.unit_cost === null ? (
        <span className="text-ink-soft">
          {row.reward_source_id === null ? `Any amount of ${symbolOf(row.asset_id) ?? ''}` : PRICED_BY_SOURCE}
        </span>
      ) : (
        <Money amount={row.unit_cost} symbol={symbolOf(row.asset_id)} />
      ),
    text: (row) => row.unit_cost ?? '',
  },
  { header: 'Stock', from: 'sm', cell: (row) => <Stock reward={row} className="min-w-32" />, text: stockText },
  {
    header: 'Until',
    from: 'lg',
    cell: (row) => (row.available_until ? <RelativeTime at={row.available_until} /> : NONE),
    text: (row) => row.available_until ?? '',
  },
  { header: 'Created', sort: 'created_at', from: 'lg', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function RewardsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const { program, none, choice, awaited } = useChosenProgram();
  const { symbolOf } = useAssetIndex();
  const query = useQuery(
    useTRPC().programs.rewards.list.queryOptions(
      { ...input, id: program?.id ?? '' },
      { enabled: program !== undefined, placeholderData: keepPreviousData },
    ),
  );
  const creation = useCreation('New reward');
  const bulk = useRewardBulk();
  return (
    <>
      <PageHeader
        title="Rewards"
        description={
          program
            ? `What participants can get for what they have earned in ${program.name}.`
            : 'What participants can get for what they have earned.'
        }
        actions={program && creation.button}
      />
      <FilterBar filtered={state.filtered} views>
        {choice}
        <SearchFilter label="Search by name" value={values.search} onChange={(search) => set({ search })} />
        <SearchFilter label="Category" value={values.category} onChange={(category) => set({ category })} />
        <ChoiceFilter label="Status" options={REWARD_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="Rewards belong to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <RecordTable
          title="Reward"
          path={`/rewards/${program?.id ?? ''}`}
          detail={(id) => program && <RewardDetail programId={program.id} id={id} />}
          name="Rewards"
          columns={columnsFor(symbolOf)}
          query={awaited(query)}
          state={state}
          bulk={bulk}
          empty={<EmptyState title="No rewards yet. Until you add one, participants can only redeem amounts." action={creation.button} />}
        />
      )}
      {creation.creating && program && <RewardDialog program={program} onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
