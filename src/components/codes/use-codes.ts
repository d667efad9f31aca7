/** Brings up to date what shows codes after a change of them. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

export function useRefreshCodes(): () => Promise<unknown> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return () =>
    Promise.all(
      [trpc.codeBatches, trpc.codes, trpc.codeImports, trpc.codeRedemptions].map((changed) =>
        queries.invalidateQueries(changed.pathFilter()),
      ),
    );
}
