/** Lists challenges, each in a sentence. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { Challenge } from '@/contract/challenge';
import { CHALLENGE_STATUSES } from '@/domain/challenges/goal';
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
import { BadgeIcon } from './badge-icon';

const ChallengeDetail = onDemand(() => import('./challenge-detail').then((loaded) => loaded.ChallengeDetail), FILLING);
const ChallengeDialog = onDemand(() => import('./challenge-dialog').then((loaded) => loaded.ChallengeDialog));

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(CHALLENGE_STATUSES) };

function useColumns(): Column<Challenge>[] {
  const programOf = useProgramNames();
  return [
    {
      header: 'Challenge',
      sort: 'name',
      cell: (row) => (
        <span className="inline-flex items-center gap-2 font-medium">
          {row.badge && <BadgeIcon icon={row.badge.icon} className="text-ink-soft size-4" />} {row.name}
        </span>
      ),
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
      cell: ({ ends_at }) => (ends_at === null ? <span className="text-ink-faint">—</span> : <RelativeTime at={ends_at} />),
      text: ({ ends_at }) => ends_at ?? '',
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

export function ChallengesPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const program_id = useProgramFilter();
  const { program, none } = useChosenProgram();
  const query = useQuery(useTRPC().challenges.list.queryOptions({ ...input, program_id }, { placeholderData: keepPreviousData }));
  const columns = useColumns();
  const creation = useCreation('New challenge');
  return (
    <>
      <PageHeader
        title="Challenges"
        description="Goals that customers have for themselves: every tenth coffee, seven days in a row, a badge for five stores."
        actions={program && creation.button}
      />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name or key" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={CHALLENGE_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="A challenge belongs to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <RecordTable
          title="Challenge"
          path="/challenges"
          detail={(id) => <ChallengeDetail id={id} />}
          name="Challenges"
          columns={columns}
          query={query}
          state={state}
          empty={<EmptyState title="No challenges yet. Nobody has a goal." action={creation.button} />}
        />
      )}
      {creation.creating && program && <ChallengeDialog programId={program.id} onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
