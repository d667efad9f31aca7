/** Lets a reservation stand until another time. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { fromLocalInput, toLocalInput } from '@/components/ui/local-time';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { StoredDecision } from './stored-decision';
import { useRefreshDecisions } from './use-decisions';

const OFFERED_MS = 15 * 60_000;

interface ExtendDialogProps {
  decision: StoredDecision;
  onClose: () => void;
}

export function ExtendDialog({ decision: { id, expires_at }, onClose }: ExtendDialogProps) {
  const refresh = useRefreshDecisions();
  const [until, setUntil] = useState(() => expires_at && toLocalInput(new Date(Date.parse(expires_at) + OFFERED_MS).toISOString()));
  const change = useMutation(useTRPC().decisions.change.mutationOptions({ onSuccess: onClose, onSettled: refresh }));
  const failure = change.error && failureOf(change.error);
  const chosen = fromLocalInput(until ?? '');
  return (
    <FormDialog
      title="Extend this reservation?"
      description="The same basket is decided anew, with the rules of the time of the reservation, and stands until the time below."
      onSubmit={() => chosen && change.mutate({ id, expires_at: chosen })}
      onClose={onClose}
      failure={failure}
      submitLabel="Extend reservation"
      cancelLabel="Leave it"
      pending={change.isPending}
      disabled={chosen === null}
    >
      <Field label="Reserved until" required hint="From one minute to 30 days from now." error={failure?.fields.expires_at}>
        <Input type="datetime-local" value={until ?? ''} onChange={(event) => setUntil(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
