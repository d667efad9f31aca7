/** Lists leaderboards, each in a sentence. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Leaderboard } from '@/contract/leaderboard';
import { LEADERBOARD_STATUSES } from '@/domain/leaderboards/leaderboard';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { useProgramNames } from '@/components/programs/program-names';
import { ProgramsLink } from '@/components/programs/programs-link';
import { useProgramFilter } from '@/components/shell/program-filter';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { PERIOD_WORDS } from './words';

const LeaderboardDetail = onDemand(() => import('./leaderboard-detail').then((loaded) => loaded.LeaderboardDetail), FILLING);
const LeaderboardDialog = onDemand(() => import('./leaderboard-dialog').then((loaded) => loaded.LeaderboardDialog));

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(LEADERBOARD_STATUSES) };

function useColumns(): Column<Leaderboard>[] {
  const programOf = useProgramNames();
  return [
    {
      header: 'Leaderboard',
      sort: 'name',
      cell: (row) => <span className="font-medium">{row.name}</span>,
      text: (row) => row.name,
    },
    { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
    { header: 'In a sentence', from: 'md', cell: ({ sentence }) => sentence, text: ({ sentence }) => sentence },
    {
      header: 'Program',
      from: 'lg',
      cell: ({ program_id }) => programOf(program_id),
      text: ({ program_id }) => programOf(program_id) ?? program_id,
    },
    {
      header: 'Ends',
      from: 'lg',
      cell: ({ ends_at, period }) =>
        ends_at === null ? (
          <span className="text-ink-soft">{period === 'NONE' ? 'Never' : PERIOD_WORDS[period]}</span>
        ) : (
          <RelativeTime at={ends_at} />
        ),
      text: ({ ends_at, period }) => ends_at ?? period,
    },
    {
      header: 'Created',
      sort: 'created_at',
      from: 'lg',
      cell: (row) => <RelativeTime at={row.created_at} />,
      text: (row) => row.created_at,
    },
  ];
}

export function LeaderboardsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const program_id = useProgramFilter();
  const { program, none } = useChosenProgram();
  const query = useQuery(useTRPC().leaderboards.list.queryOptions({ ...input, program_id }, { placeholderData: keepPreviousData }));
  const columns = useColumns();
  const creation = useCreation('New leaderboard');
  return (
    <>
      <PageHeader
        title="Leaderboards"
        description="Who gained most in a time: the top ten of a quarter, the most steps in a week. The first win prizes when it is over."
        actions={program && creation.button}
      />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name or key" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={LEADERBOARD_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="A leaderboard belongs to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <RecordTable
          title="Leaderboard"
          path="/leaderboards"
          detail={(id) => <LeaderboardDetail id={id} />}
          name="Leaderboards"
          columns={columns}
          query={query}
          state={state}
          empty={<EmptyState title="No leaderboards yet. Nobody is ranked." action={creation.button} />}
        />
      )}
      {creation.creating && program && <LeaderboardDialog programId={program.id} onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
