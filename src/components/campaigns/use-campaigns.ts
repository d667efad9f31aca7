/** Fetches what forms of campaigns show while one types, and brings up to date what shows campaigns after a change. */
'use client';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useProgramVocabulary } from '@/components/rules/cel/program-vocabulary';
import type { Findings } from '@/components/rules/cel/rule-findings';
import { useDebounced } from '@/components/rules/use-debounced';
import { useTRPC } from '@/trpc/client';

/** The faults of an audience, by the field `audience`, and what it can read. */
export function useAudienceFindings(programId: string, audience: string): Findings {
  const [condition] = useDebounced(audience.trim());
  const { data } = useQuery(
    useTRPC().rules.validate.queryOptions(
      { program_id: programId, condition },
      { enabled: programId !== '' && condition !== '', placeholderData: keepPreviousData },
    ),
  );
  const vocabulary = useProgramVocabulary(programId);
  return useMemo(() => {
    const ofAudience = (condition === '' ? [] : (data?.errors ?? [])).filter(({ field }) => field === 'condition');
    return { faults: { audience: ofAudience }, warnings: [], sentence: null, vocabulary };
  }, [condition, data, vocabulary]);
}

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
