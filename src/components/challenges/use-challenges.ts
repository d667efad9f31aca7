/** Brings up to date what shows challenges after a change of them. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

export function useRefreshChallenges(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => Promise.all([trpc.challenges, trpc.participants].map((changed) => queries.invalidateQueries(changed.pathFilter())));
}
