/** What changes a redemption, and whatever shows it anew afterwards. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';
import type { Resolution } from './moves';

/** Asks anew for all that a redemption shows in: the redemption itself, balances, stock. */
export function useRefreshRedemptions(): () => void {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () => {
    void queries.invalidateQueries(trpc.redemptions.pathFilter());
    void queries.invalidateQueries(trpc.participants.pathFilter());
    void queries.invalidateQueries(trpc.programs.rewards.pathFilter());
  };
}

/** Ends one pending redemption. @throws what the API refused. */
export function useResolve(): (resolution: Resolution, id: string, reason: string) => Promise<unknown> {
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
