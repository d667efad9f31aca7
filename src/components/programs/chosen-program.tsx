/** Determines the program of pages that show one: the program filter's, or else the first that is in use. */
'use client';
import { parseAsString, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import type { Program } from '@/contract/program';
import type { TableQuery } from '@/components/data-table/data-table';
import { PROGRAM_PARAMETER, usePrograms } from '@/components/shell/program-filter';
import { Select } from '@/components/ui/select';

export interface ChosenProgram {
  /** Undefined while loading, and where there is no program. */
  readonly program: Program | undefined;
  /** Whether the organization has no programs. */
  readonly none: boolean;
  /** A select for another program; null if the filter decides or there is only one. */
  readonly choice: ReactNode;
  /** Makes a list that waits for the program fail too when the program could not be loaded. */
  readonly awaited: <Row>(list: TableQuery<Row>) => TableQuery<Row>;
}

export function useChosenProgram(): ChosenProgram {
  const [filter, setFilter] = useQueryState(PROGRAM_PARAMETER, parseAsString.withOptions({ history: 'push' }));
  const { data, error, refetch } = usePrograms();
  const programs = data?.data ?? [];
  const program = programs.find(({ id }) => id === filter) ?? programs.find(({ status }) => status === 'ACTIVE') ?? programs[0];
  const options = programs.map(({ id, name }) => ({ value: id, label: `Program: ${name}` }));
  const choice = !filter && program && programs.length > 1 && (
    <Select aria-label="Program of this page" options={options} value={program.id} onChange={(id) => void setFilter(id)} />
  );
  const awaited = <Row,>(list: TableQuery<Row>): TableQuery<Row> =>
    error && !data ? { data: undefined, error, isPending: false, refetch } : list;
  return { program, none: data !== undefined && programs.length === 0, choice, awaited };
}
