/** The program filter in the header: one or all, kept in the URL, applied by every page that has programs. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryState } from 'nuqs';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';

const ALL = 'ALL';
export const PROGRAM_PARAMETER = 'program';
const OFFERED = 200;

/** The chosen program's id; undefined for all. */
export function useProgramFilter(): string | undefined {
  const [program] = useQueryState(PROGRAM_PARAMETER, parseAsString);
  return program ?? undefined;
}

/** The programs of the organization, by name. */
export function usePrograms() {
  const trpc = useTRPC();
  return useQuery(trpc.programs.list.queryOptions({ limit: OFFERED, sort_by: 'name', sort_dir: 'asc' }, { staleTime: 60_000 }));
}

export function ProgramFilter() {
  const [program, setProgram] = useQueryState(PROGRAM_PARAMETER, parseAsString.withOptions({ history: 'push' }));
  const { data } = usePrograms();
  const options = [{ value: ALL, label: 'All programs' }, ...(data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))];
  const known = options.some((option) => option.value === program);
  if (program && !known) options.push({ value: program, label: 'Another program' });
  return (
    <Select
      aria-label="Program"
      className="max-w-44"
      options={options}
      value={program ?? ALL}
      onChange={(next) => void setProgram(next === ALL ? null : next)}
    />
  );
}
