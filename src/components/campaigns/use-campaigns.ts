/** Brings up to date what shows campaigns after a change of one. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

/** A campaign is a rule set: what shows rules and the calendar shows it, too. */
export function useRefreshCampaigns(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [trpc.campaigns, trpc.rules, trpc.ruleSets, trpc.ruleConfiguration, trpc.programs.calendar].map((changed) =>
        queries.invalidateQueries(changed.pathFilter()),
      ),
    );
}
