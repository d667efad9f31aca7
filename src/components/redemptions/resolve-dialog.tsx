/** Resolves one pending redemption, after stating the effect in numbers. */
'use client';
import { useState } from 'react';
import type { Redemption } from '@/contract/redemption';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { groupDigits } from '@/components/ui/money';
import { failureOf, type RequestFailure } from '@/trpc/failure';
import { deliveryWarning, RESOLUTION_VERBS, resolutionConsequence, type ResolutionAction } from './moves';
import { useRefreshRedemptions, useResolve } from './use-redemptions';

interface ResolveDialogProps {
  redemption: Redemption;
  resolution: ResolutionAction;
  /** The participant's name. */
  name: string;
  symbol: string | undefined;
  onClose: () => void;
}

export function ResolveDialog({ redemption, resolution, name, symbol, onClose }: ResolveDialogProps) {
  const resolve = useResolve();
  const refresh = useRefreshRedemptions();
  const [reason, setReason] = useState('');
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<RequestFailure | null>(null);
  const verb = RESOLUTION_VERBS[resolution];
  const amount = `${groupDigits(redemption.amount)} ${symbol ?? ''}`.trim();
  const run = async () => {
    setPending(true);
    const refused = await resolve(resolution, redemption.id, reason).then(() => null, failureOf);
    setPending(false);
    setFailure(refused);
    refresh();
    if (!refused) onClose();
  };
  const submit = () => void run();
  return (
    <FormDialog
      title={`${verb} this redemption?`}
      description={resolutionConsequence(resolution, amount, name) + deliveryWarning(resolution, [redemption])}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel={`${verb} redemption`}
      cancelLabel="Leave it"
      pending={pending}
      dangerous={resolution !== 'capture'}
    >
      {resolution !== 'capture' && (
        <Field label="Reason" required={resolution === 'fail'} hint="Saved with the redemption." error={failure?.fields.reason}>
          <Input value={reason} onChange={(event) => setReason(event.target.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
