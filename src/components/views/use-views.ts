/** Loads the user's saved views, of one list or of all. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SavedView } from '@/contract/saved-view';
import { useTRPC } from '@/trpc/client';

const FRESH_MS = 30_000;
const NONE: readonly SavedView[] = [];

export function useViews(page?: string): readonly SavedView[] {
  const { data } = useQuery(useTRPC().savedViews.list.queryOptions(undefined, { staleTime: FRESH_MS }));
  return page === undefined ? (data?.data ?? NONE) : (data?.data.filter((view) => view.page === page) ?? NONE);
}

export function useViewChanges() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const refresh = { onSuccess: () => queries.invalidateQueries(trpc.savedViews.pathFilter()) };
  return {
    create: useMutation(trpc.savedViews.create.mutationOptions(refresh)),
    update: useMutation(trpc.savedViews.update.mutationOptions(refresh)),
    remove: useMutation(trpc.savedViews.delete.mutationOptions(refresh)),
    setDefault: useMutation(trpc.savedViews.setDefault.mutationOptions(refresh)),
  };
}
