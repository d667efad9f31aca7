/** Looks up names of rewards that redemptions know only by id. */
'use client';
import { useQueries } from '@tanstack/react-query';
import type { Redemption } from '@/contract/redemption';
import { useTRPC } from '@/trpc/client';

const FRESH_MS = 300_000;

/** What was redeemed: "2 × Mug", or the description of an amount. */
export function useRedeemedThings(redemptions: readonly Redemption[]): (redemption: Redemption) => string {
  const trpc = useTRPC();
  const wanted = new Map(redemptions.flatMap(({ reward_id, program_id }) => (reward_id ? [[reward_id, program_id] as const] : [])));
  const rewards = useQueries({
    queries: [...wanted].map(([reward_id, id]) =>
      trpc.programs.rewards.get.queryOptions({ id, reward_id }, { staleTime: FRESH_MS, retry: false }),
    ),
  });
  const names = new Map(rewards.flatMap(({ data }) => (data ? [[data.id, data.name] as const] : [])));
  return ({ reward_id, quantity, description }) => {
    if (!reward_id) return description ?? 'Amount';
    const name = names.get(reward_id) ?? `…${reward_id.slice(-8)}`;
    return quantity !== undefined && quantity > 1 ? `${quantity} × ${name}` : name;
  };
}
