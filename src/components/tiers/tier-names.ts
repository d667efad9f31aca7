/** Looks up names of tiers and levels, for every place that knows only their keys. */
'use client';
import { useQueries } from '@tanstack/react-query';
import type { TierResource } from '@/contract/tier';
import { useTRPC } from '@/trpc/client';

const FRESH_MS = 300_000;

export interface TierMembershipKeys {
  readonly program_id: string;
  readonly tier: string;
  readonly level: string;
}

/** The names of a tier membership's tier and level; their keys while loading. */
export function useTierNames(programIds: readonly string[]): (tierMembership: TierMembershipKeys) => { tier: string; level: string } {
  const trpc = useTRPC();
  const found = useQueries({
    queries: [...new Set(programIds)].map((id) =>
      trpc.programs.tiers.list.queryOptions({ id, include_archived: true, limit: 200 }, { staleTime: FRESH_MS, retry: false }),
    ),
  });
  const tiers = new Map<string, TierResource>();
  for (const { data } of found) for (const tier of data?.data ?? []) tiers.set(`${tier.program_id}/${tier.key}`, tier);
  return ({ program_id, tier, level }) => {
    const known = tiers.get(`${program_id}/${tier}`);
    return { tier: known?.name ?? tier, level: known?.levels.find(({ key }) => key === level)?.display_name ?? level };
  };
}
