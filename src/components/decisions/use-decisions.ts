/** The mutations of a decision, with the refresh that follows. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

/** Refreshes everything a decision shows in: itself, its event, balances, redemptions and stock. */
export function useRefreshDecisions(): () => void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries(trpc.decisions.pathFilter());
    void queries.invalidateQueries(trpc.events.pathFilter());
    void queries.invalidateQueries(trpc.redemptions.pathFilter());
    void queries.invalidateQueries(trpc.participants.pathFilter());
    void queries.invalidateQueries(trpc.programs.rewards.pathFilter());
  };
}
