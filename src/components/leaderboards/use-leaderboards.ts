/** Brings up to date what shows leaderboards after a change of them. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

export function useRefreshLeaderboards(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => Promise.all([trpc.leaderboards, trpc.participants].map((changed) => queries.invalidateQueries(changed.pathFilter())));
}
