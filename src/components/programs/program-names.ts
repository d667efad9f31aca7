/** Looks up names and time zones of the organization's programs, for every place that mentions one. */
'use client';
import { usePrograms } from '@/components/shell/program-filter';

/** The name of a program by its id; undefined while loading, the end of its id if it cannot be found. */
export function useProgramNames(): (programId: string) => string | undefined {
  const { data, isPending } = usePrograms();
  return (programId) => data?.data.find(({ id }) => id === programId)?.name ?? (isPending ? undefined : `…${programId.slice(-8)}`);
}

/** The IANA name of a program's time zone; undefined while the programs load. */
export const useTimeZoneOf = (programId: string): string | undefined =>
  usePrograms().data?.data.find(({ id }) => id === programId)?.timezone;
