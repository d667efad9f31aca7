/** Names of the organization's programs, for every place that mentions one. */
'use client';
import { usePrograms } from '@/components/shell/program-filter';

/** The name of a program by its id; undefined while unknown. */
export function useProgramNames(): (programId: string) => string | undefined {
  const { data } = usePrograms();
  return (programId) => data?.data.find(({ id }) => id === programId)?.name;
}
