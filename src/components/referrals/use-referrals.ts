/** Brings up to date what shows referrals after a change of them. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

export function useRefreshReferrals(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [trpc.referralPrograms, trpc.referrals, trpc.referralCodes].map((changed) => queries.invalidateQueries(changed.pathFilter())),
    );
}
