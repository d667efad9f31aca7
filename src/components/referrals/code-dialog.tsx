/** Replaces the code with which a participant brings friends by another one. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { useRefreshReferrals } from './use-referrals';

interface CodeDialogProps {
  input: { readonly id: string; readonly referral_program_id: string };
  code: string;
  onClose: () => void;
}

export function CodeDialog({ input, code, onClose }: CodeDialogProps) {
  const refresh = useRefreshReferrals();
  const [wanted, setWanted] = useState('');
  const change = useMutation(useTRPC().referralCodes.change.mutationOptions({ onSuccess: onClose, onSettled: refresh }));
  const failure = change.error && failureOf(change.error);
  return (
    <FormDialog
      title="Change this code?"
      description={`${code} binds nobody from now on, and is given to nobody else. Friends who were brought with it stay.`}
      onSubmit={() => change.mutate({ ...input, code: wanted })}
      onClose={onClose}
      failure={failure}
      submitLabel="Change code"
      pending={change.isPending}
      disabled={wanted.trim() === ''}
    >
      <Field
        label="New code"
        required
        hint="At least 4 letters and digits; case, spaces and dashes do not matter."
        error={failure?.fields.code}
      >
        <Input value={wanted} onChange={({ target }) => setWanted(target.value)} />
      </Field>
    </FormDialog>
  );
}
