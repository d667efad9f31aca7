/** Offers the challenges of a program, and brings up to date what shows challenges after a change of them. */
'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Challenge } from '@/contract/challenge';
import { useTRPC } from '@/trpc/client';

const OFFERED = 200;

/** By name; none until they are loaded. @param wanted whether they are asked for at all. */
export function useOfferedChallenges(programId: string, wanted = true): readonly Challenge[] {
  const input = { program_id: programId, limit: OFFERED, sort_by: 'name', sort_dir: 'asc' } as const;
  return useQuery(useTRPC().challenges.list.queryOptions(input, { enabled: wanted })).data?.data ?? [];
}

export function useRefreshChallenges(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => Promise.all([trpc.challenges, trpc.participants].map((changed) => queries.invalidateQueries(changed.pathFilter())));
}
