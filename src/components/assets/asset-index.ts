/** Looks up symbols and names of the organization's assets, for every place that shows an amount. */
'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Asset } from '@/contract/asset';
import { useTRPC } from '@/trpc/client';

const OFFERED = 200;

export interface AssetIndex {
  readonly all: readonly Asset[];
  /** Why the assets could not be loaded. */
  readonly error: unknown;
  /** The symbol of an asset; undefined while loading, the end of its id if there is none to be found. */
  readonly symbolOf: (assetId: string | undefined) => string | undefined;
}

export function useAssetIndex(): AssetIndex {
  const trpc = useTRPC();
  const { data, error, isPending } = useQuery(
    trpc.assets.list.queryOptions({ limit: OFFERED, sort_by: 'name', sort_dir: 'asc', include_archived: true }, { staleTime: 60_000 }),
  );
  return useMemo(() => {
    const all = data?.data ?? [];
    const symbols = new Map(all.map(({ id, symbol }) => [id, symbol]));
    const unnamed = (id: string) => (isPending ? undefined : `…${id.slice(-8)}`);
    return { all, error: data ? null : error, symbolOf: (id) => (id === undefined ? undefined : (symbols.get(id) ?? unnamed(id))) };
  }, [data, error, isPending]);
}
