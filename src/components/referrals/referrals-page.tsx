/** Lists referral programs: which friends qualify in each, and whether anybody can be brought now. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import type { ReferralProgram } from '@/contract/referral-program';
import { REFERRAL_PROGRAM_STATUSES } from '@/domain/referrals/statuses';
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

const ProgramDetail = onDemand(() => import('./referral-program-detail').then((loaded) => loaded.ReferralProgramDetail), FILLING);
const ProgramDialog = onDemand(() => import('./referral-program-dialog').then((loaded) => loaded.ReferralProgramDialog));

const FILTERS = { search: parseAsString, status: parseAsStringLiteral(REFERRAL_PROGRAM_STATUSES) };

function useColumns(): Column<ReferralProgram>[] {
  const programOf = useProgramNames();
  return [
    { header: 'Name', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
    { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
    { header: 'In a sentence', from: 'md', cell: ({ sentence }) => sentence, text: ({ sentence }) => sentence },
    {
      header: 'Program',
      from: 'lg',
      cell: ({ program_id }) => programOf(program_id),
      text: ({ program_id }) => programOf(program_id) ?? program_id,
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

export function ReferralsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const program_id = useProgramFilter();
  const { program, none } = useChosenProgram();
  const query = useQuery(useTRPC().referralPrograms.list.queryOptions({ ...input, program_id }, { placeholderData: keepPreviousData }));
  const columns = useColumns();
  const creation = useCreation('New referral program');
  return (
    <>
      <PageHeader
        title="Referrals"
        description="Participants bring friends with codes of their own; rules reward both once a friend qualifies."
        actions={program && creation.button}
      />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name or key" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={REFERRAL_PROGRAM_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="Referrals belong to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <RecordTable
          title="Referral program"
          path="/referrals"
          detail={(id) => <ProgramDetail id={id} />}
          name="Referral programs"
          columns={columns}
          query={query}
          state={state}
          empty={<EmptyState title="Nobody can bring a friend yet." action={creation.button} />}
        />
      )}
      {creation.creating && program && <ProgramDialog programId={program.id} onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
