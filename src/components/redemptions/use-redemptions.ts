/** The mutations of a redemption, with the refresh that follows. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';
import type { ResolutionAction } from './moves';

/** Refreshes everything a redemption shows in: itself, balances, stock. */
export function useRefreshRedemptions(): () => void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries(trpc.redemptions.pathFilter());
    void queries.invalidateQueries(trpc.participants.pathFilter());
    void queries.invalidateQueries(trpc.programs.rewards.pathFilter());
  };
}

/** Resolves one pending redemption. @throws the API's refusal. */
export function useResolve(): (resolution: ResolutionAction, id: string, reason: string) => Promise<unknown> {
  const trpc = useTRPC();
  const capture = useMutation(trpc.redemptions.capture.mutationOptions());
  const cancel = useMutation(trpc.redemptions.cancel.mutationOptions());
  const fail = useMutation(trpc.redemptions.fail.mutationOptions());
  return (resolution, id, reason) => {
    switch (resolution) {
      case 'capture':
        return capture.mutateAsync({ id });
      case 'cancel':
        return cancel.mutateAsync({ id, reason: reason.trim() || undefined });
      case 'fail':
        return fail.mutateAsync({ id, reason });
    }
  };
}
