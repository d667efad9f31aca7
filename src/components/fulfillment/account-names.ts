/** Looks up names of the organization's fulfillment accounts, for every place that mentions one. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

const OFFERED = 200;

/** The name of an account by its id; undefined while loading. */
export function useAccountNames(): (accountId: string) => string | undefined {
  const { data } = useQuery(
    useTRPC().fulfillmentAccounts.list.queryOptions({ limit: OFFERED, include_archived: true }, { staleTime: 60_000 }),
  );
  return (accountId) => data?.data.find(({ id }) => id === accountId)?.name;
}
