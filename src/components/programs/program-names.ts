/** Names of the organization's programs, for every place that mentions one. */
'use client';
import { usePrograms } from '@/components/shell/program-filter';

/** The name of a program by its id; undefined while it is looked up, the end of its id where there is no finding it. */
export function useProgramNames(): (programId: string) => string | undefined {
  const { data, isPending } = usePrograms();
  return (programId) => data?.data.find(({ id }) => id === programId)?.name ?? (isPending ? undefined : `…${programId.slice(-8)}`);
}
