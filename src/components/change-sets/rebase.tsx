/** Takes what is live now as the base of a change set, after others have changed the same. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ChangeSet } from '@/contract/change-set';
import { useMay } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { FailureNote } from '@/components/ui/failure-note';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

export function Rebase({ set }: { set: Pick<ChangeSet, 'id'> }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { change } = useMay();
  const rebase = useMutation(
    trpc.changeSets.rebase.mutationOptions({
      onSuccess: () => {
        toast.success('What is live now is the base of this change set.');
        return queries.invalidateQueries(trpc.changeSets.pathFilter());
      },
    }),
  );
  if (!change) return null;
  return (
    <div className="mt-2">
      <p className="mb-2">Their changes can stay: only the fields that this set changes itself become what it says.</p>
      <Button pending={rebase.isPending} onClick={() => rebase.mutate({ id: set.id })}>
        Take what is live as the base
      </Button>
      {rebase.error && <FailureNote failure={failureOf(rebase.error)} />}
    </div>
  );
}
