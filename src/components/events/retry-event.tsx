/** Processes a failed event again, for users who may make changes. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { Outputs } from '@/trpc/outputs';

export function RetryEvent({ event }: { event: Outputs['events']['get'] }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const retry = useMutation(
    trpc.events.retry.mutationOptions({
      onSuccess: () => queries.invalidateQueries(trpc.events.pathFilter()),
      onError: (error) => toast.error(failureOf(error).message),
    }),
  );
  if (!change || event.status !== 'FAILED') return null;
  return (
    <Button pending={retry.isPending} onClick={() => retry.mutate({ id: event.id })}>
      Process again
    </Button>
  );
}
