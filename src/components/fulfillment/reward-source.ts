/** Loads the reward source behind a provider-backed reward. */
'use client';
import { useQuery } from '@tanstack/react-query';
import type { RewardSource } from '@/contract/fulfillment';
import type { Reward } from '@/contract/reward';
import { useTRPC } from '@/trpc/client';

/** Undefined while loading, and for a reward no provider delivers. */
export function useRewardSource(reward: Pick<Reward, 'program_id' | 'reward_source_id'> | undefined): RewardSource | undefined {
  const sourceId = reward?.reward_source_id ?? null;
  return useQuery(
    useTRPC().programs.rewardSources.get.queryOptions(
      { id: reward?.program_id ?? '', source_id: sourceId ?? '' },
      { enabled: sourceId !== null, staleTime: 60_000 },
    ),
  ).data;
}
