/** The page of a list whose records belong to programs: found by name and status, each opened beside the list, and made in a dialog. */
'use client';
import type { ReactNode } from 'react';
import type { Column } from '@/components/data-table/column';
import type { TableQuery } from '@/components/data-table/data-table';
import { ChoiceFilter, FilterBar, SearchFilter } from '@/components/data-table/filters';
import type { ListState } from '@/components/data-table/list-state';
import { RecordTable, useCreation } from '@/components/data-table/record-table';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeader } from '@/components/ui/page-header';
import { useChosenProgram } from './chosen-program';
import { ProgramsLink } from './programs-link';

interface Filters<Status extends string> {
  readonly search: string | null;
  readonly status: Status | null;
}

interface ProgramRecordsProps<Row extends { id: string }, Status extends string> {
  title: string;
  description: string;
  /** The name of one record, in its sheet and on the button that makes one. */
  record: string;
  path: `/${string}`;
  /** The name of the table, where the title of the page is not that. */
  name?: string;
  /** What is shown while there is no program. */
  withoutProgram: string;
  /** What is shown while there is no record. */
  empty: string;
  statuses: readonly Status[];
  list: { readonly values: Filters<Status>; readonly set: (changes: Partial<Filters<Status>>) => void; readonly state: ListState };
  columns: Column<Row>[];
  query: TableQuery<Row>;
  detail: (id: string) => ReactNode;
  dialog: (of: { programId: string; onClose: () => void; onSaved: (saved: { id: string }) => void }) => ReactNode;
}

export function ProgramRecords<Row extends { id: string }, Status extends string>({
  title,
  description,
  record,
  path,
  name = title,
  withoutProgram,
  empty,
  statuses,
  list: { values, set, state },
  columns,
  query,
  detail,
  dialog,
}: ProgramRecordsProps<Row, Status>) {
  const { program, none } = useChosenProgram();
  const creation = useCreation(`New ${record.toLowerCase()}`);
  return (
    <>
      <PageHeader title={title} description={description} actions={program && creation.button} />
      <FilterBar filtered={state.filtered} views>
        <SearchFilter label="Search by name or key" value={values.search} onChange={(search) => set({ search })} />
        <ChoiceFilter label="Status" options={statuses} value={values.status} onChange={(status) => set({ status })} />
      </FilterBar>
      {none ? (
        <div className="panel">
          <EmptyState title={withoutProgram} action={<ProgramsLink />} />
        </div>
      ) : (
        <RecordTable
          title={record}
          path={path}
          detail={detail}
          name={name}
          columns={columns}
          query={query}
          state={state}
          empty={<EmptyState title={empty} action={creation.button} />}
        />
      )}
      {creation.creating && program && dialog({ programId: program.id, onClose: creation.close, onSaved: creation.openSaved })}
    </>
  );
}
