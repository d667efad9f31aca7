/** Saves a change to one open change set, and refreshes what shows it. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { SentProgramChange } from '@/contract/change-set';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { failureOf, type RequestFailure } from '@/trpc/failure';

interface DraftingState {
  readonly save: (change: SentProgramChange) => void;
  readonly pending: boolean;
  /** With the fields named as the form of the changed item names them. */
  readonly failure: RequestFailure | null;
}

/** @param onSaved after the set holds the change. */
export function useDrafting(setId: string, onSaved: () => void): DraftingState {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const update = useMutation(
    trpc.changeSets.update.mutationOptions({
      onSuccess: async ({ name }) => {
        await queries.invalidateQueries(trpc.changeSets.pathFilter());
        toast.success(`Saved to “${name}”. Nothing is live yet.`);
        onSaved();
      },
    }),
  );
  const failure = update.error ? failureOf(update.error) : null;
  return {
    save: (change) => update.mutate({ id: setId, changes: [change] }),
    pending: update.isPending,
    failure: failure && { ...failure, message: failure.message.replace(IN_REQUEST, '`'), fields: inForm(failure.fields) },
  };
}

const IN_REQUEST = /^`changes\[0\]\.(rule|rule_set|automation)\./;

const inForm = (fields: RequestFailure['fields']): RequestFailure['fields'] =>
  Object.fromEntries(Object.entries(fields).map(([name, message]) => [`\`${name}`.replace(IN_REQUEST, '`').slice(1), message]));
