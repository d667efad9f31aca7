/** Loads a program's rule configuration and rearranges it optimistically, rolling back when the API refuses. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { RuleConfigurationResource } from '@/contract/rule-configuration';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { RuleSets } from './rule-order';

export function useRuleConfiguration(programId: string) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = trpc.ruleConfiguration.get.queryOptions({ id: programId });
  const query = useQuery(options);
  const [wanted, setWanted] = useState<RuleSets | null>(null);
  const put = useMutation(trpc.ruleConfiguration.put.mutationOptions());
  const refresh = useRefreshRules();
  const arrange = async (rule_sets: RuleSets): Promise<void> => {
    const known = queries.getQueryData<RuleConfigurationResource>(options.queryKey);
    if (!known || wanted) return;
    setWanted(rule_sets);
    try {
      const { configuration } = await put.mutateAsync({
        id: programId,
        expected_rule_configuration_version: known.rule_configuration_version,
        rule_sets,
      });
      queries.setQueryData(options.queryKey, configuration);
    } catch (error) {
      toast.error(failureOf(error).message);
    } finally {
      setWanted(null);
      await refresh();
    }
  };
  return { query, sets: wanted ?? query.data?.rule_sets ?? [], arranging: wanted !== null, arrange };
}

/** Refreshes every query that shows rules, after they have changed. */
export function useRefreshRules(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [trpc.rules, trpc.ruleSets, trpc.ruleConfiguration, trpc.programs, trpc.changeSets].map((router) =>
        queries.invalidateQueries(router.pathFilter()),
      ),
    );
}
