/** Cancels one reservation, with a reason. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useAssetIndex } from '@/components/assets/asset-index';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import type { StoredDecision } from './stored-decision';
import { useRefreshDecisions } from './use-decisions';
import { cancelConsequence } from './words';

interface CancelDialogProps {
  decision: StoredDecision;
  /** The participant's name. */
  name: string;
  onClose: () => void;
}

export function CancelDialog({ decision, name, onClose }: CancelDialogProps) {
  const { symbolOf } = useAssetIndex();
  const refresh = useRefreshDecisions();
  const [reason, setReason] = useState('');
  const cancel = useMutation(useTRPC().decisions.cancel.mutationOptions({ onSuccess: onClose, onSettled: refresh }));
  const failure = cancel.error && failureOf(cancel.error);
  return (
    <FormDialog
      title="Cancel this reservation?"
      description={cancelConsequence([decision], name, symbolOf)}
      onSubmit={() => cancel.mutate({ id: decision.id, reason: reason.trim() || undefined })}
      onClose={onClose}
      failure={failure}
      submitLabel="Cancel reservation"
      cancelLabel="Leave it"
      pending={cancel.isPending}
      dangerous
    >
      <Field label="Reason" hint="Stored with the decision." error={failure?.fields.reason}>
        <Input value={reason} onChange={(event) => setReason(event.target.value)} />
      </Field>
    </FormDialog>
  );
}
