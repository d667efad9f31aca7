/** Lists the organization's programs. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { PROGRAM_STATUSES } from '@/contract/choices';
import type { Program } from '@/contract/program';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { StatusBadge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { NewProgramFromFile } from './program-from-file';

const NewProgramDialog = onDemand(() => import('./new-program-dialog').then((loaded) => loaded.NewProgramDialog));

const ProgramDetail = onDemand(() => import('./program-detail').then((loaded) => loaded.ProgramDetail), FILLING);

const STATUSES = PROGRAM_STATUSES;
const FILTERS = { search: parseAsString, status: parseAsStringLiteral(STATUSES) };

const COLUMNS: Column<Program>[] = [
  { header: 'Name', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
  { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
  { header: 'Assets', numeric: true, cell: (row) => row.asset_ids.length, text: (row) => String(row.asset_ids.length) },
  {
    header: 'Rules version',
    numeric: true,
    from: 'md',
    cell: (row) => row.rule_configuration_version,
    text: (row) => String(row.rule_configuration_version),
  },
  { header: 'Created', sort: 'created_at', from: 'sm', cell: (row) => <RelativeTime at={row.created_at} />, text: (row) => row.created_at },
];

export function ProgramsPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const query = useQuery(useTRPC().programs.list.queryOptions(input, { placeholderData: keepPreviousData }));
  const creation = useCreation('New program');
  return (
    <>
      <PageHeader
        title="Programs"
        description="A program holds rules, rewards and enrolled participants."
        actions={
          <>
            <NewProgramFromFile />
            {creation.button}
          </>
        }
      />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      <RecordTable
        title="Program"
        path="/programs"
        detail={(id) => <ProgramDetail id={id} />}
        name="Programs"
        columns={COLUMNS}
        query={query}
        state={state}
        empty={<EmptyState title="Create a program first: everything else belongs to one." action={creation.button} />}
      />
      {creation.creating && <NewProgramDialog onClose={creation.close} onSaved={creation.openSaved} />}
    </>
  );
}
