/** The program of pages whose records belong to one program each: the one of the filter, else the first that is in use. */
'use client';
import { parseAsString, useQueryState } from 'nuqs';
import type { ReactNode } from 'react';
import type { Program } from '@/contract/program';
import type { TableQuery } from '@/components/data-table/data-table';
import { PROGRAM_PARAMETER, usePrograms } from '@/components/shell/program-filter';
import { Select } from '@/components/ui/select';

export interface ChosenProgram {
  /** Undefined while unknown, and where there is no program. */
  readonly program: Program | undefined;
  /** Whether the organization has no program at all. */
  readonly none: boolean;
  /** Chooses another one; nothing where the filter has chosen or there is no choice. */
  readonly choice: ReactNode;
  /** A list that waits for the program fails, too, when it cannot be found out which program that is. */
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
