/** Creates a program from another one or from a file, and refreshes the lists of programs and assets. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '@/trpc/client';

export function useClone() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  return useMutation(
    trpc.sandbox.cloneProgram.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries(trpc.programs.pathFilter());
        void queries.invalidateQueries(trpc.assets.pathFilter());
      },
    }),
  );
}
