/** Lists batches of codes: how many codes each has, and how often they were used. */
'use client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { parseAsString, parseAsStringLiteral } from 'nuqs';
import { useState } from 'react';
import type { CodeBatch } from '@/contract/code-batch';
import { CODE_BATCH_KINDS, CODE_BATCH_STATUSES } from '@/domain/codes/kinds';
import type { Column } from '@/components/data-table/column';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import { useListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { useChosenProgram } from '@/components/programs/chosen-program';
import { useProgramNames } from '@/components/programs/program-names';
import { ProgramsLink } from '@/components/programs/programs-link';
import { useProgramFilter } from '@/components/shell/program-filter';
import { StatusBadge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { LIVE_MS } from '@/components/ui/live';
import { FILLING, onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { useTRPC } from '@/trpc/client';
import { KIND_WORDS, madeText, usesText } from './words';

const BatchDetail = onDemand(() => import('./batch-detail').then((loaded) => loaded.BatchDetail), FILLING);
const BatchDialog = onDemand(() => import('./batch-dialog').then((loaded) => loaded.BatchDialog));
const CodeLookup = onDemand(() => import('./code-lookup').then((loaded) => loaded.CodeLookup));

const FILTERS = {
  search: parseAsString,
  kind: parseAsStringLiteral(CODE_BATCH_KINDS),
  status: parseAsStringLiteral(CODE_BATCH_STATUSES),
};

function useColumns(): Column<CodeBatch>[] {
  const programOf = useProgramNames();
  return [
    { header: 'Batch', sort: 'name', cell: (row) => <span className="font-medium">{row.name}</span>, text: (row) => row.name },
    { header: 'Status', cell: (row) => <StatusBadge status={row.status} />, text: (row) => row.status },
    { header: 'Codes', from: 'md', cell: ({ kind }) => KIND_WORDS[kind].label, text: ({ kind }) => kind },
    { header: 'Number', numeric: true, from: 'sm', cell: madeText, text: madeText },
    { header: 'Uses', numeric: true, cell: usesText, text: usesText },
    {
      header: 'Program',
      from: 'lg',
      cell: ({ program_id }) => programOf(program_id),
      text: ({ program_id }) => programOf(program_id) ?? program_id,
    },
    { header: 'In a sentence', from: 'lg', cell: ({ sentence }) => sentence, text: ({ sentence }) => sentence },
    {
      header: 'Created',
      sort: 'created_at',
      from: 'lg',
      cell: (row) => <RelativeTime at={row.created_at} />,
      text: (row) => row.created_at,
    },
  ];
}

export function CodesPage() {
  const { values, set, state, input } = useListState(FILTERS, ['created_at', 'name']);
  const program_id = useProgramFilter();
  const { program, none } = useChosenProgram();
  const [looking, setLooking] = useState(false);
  const query = useQuery(
    useTRPC().codeBatches.list.queryOptions(
      { ...input, program_id },
      {
        placeholderData: keepPreviousData,
        refetchInterval: ({ state: { data } }) => (data?.data.some(({ status }) => status === 'GENERATING') ? LIVE_MS : false),
      },
    ),
  );
  const columns = useColumns();
  const creation = useCreation('New batch of codes');
  return (
    <>
      <PageHeader
        title="Codes"
        description="What customers enter at the checkout: one word for everybody, or a code for each of them."
        actions={
          program && (
            <>
              <Button aria-haspopup="dialog" onClick={() => setLooking(true)}>
                Look up a code
              </Button>
              {creation.button}
            </>
          )
        }
      />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name or key" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter
          label="Codes"
          options={CODE_BATCH_KINDS}
          value={values.kind}
          onChange={(kind) => set({ kind })}
          text={(kind) => KIND_WORDS[kind].label}
        />
        <ChoiceFilter label="Status" options={CODE_BATCH_STATUSES} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title="Codes belong to a program; create one first." action={<ProgramsLink />} />
        </div>
      ) : (
        <RecordTable
          title="Batch of codes"
          path="/codes"
          detail={(id) => <BatchDetail id={id} />}
          name="Batches of codes"
          columns={columns}
          query={query}
          state={state}
          empty={<EmptyState title="No codes yet. Nobody can enter one." action={creation.button} />}
        />
      )}
      {creation.creating && program && <BatchDialog programId={program.id} onClose={creation.close} onSaved={creation.openSaved} />}
      {looking && program && <CodeLookup program={program} onClose={() => setLooking(false)} />}
    </>
  );
}
