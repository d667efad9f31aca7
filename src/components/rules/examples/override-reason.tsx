/** Asks why rules are made active although examples of them fail; the audit log keeps the answer. */
'use client';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/input';
import type { RequestFailure } from '@/trpc/failure';

const REASON_MAX = 500;

interface OverrideReasonProps {
  value: string;
  onChange: (reason: string) => void;
}

export const OverrideReason = ({ value, onChange }: OverrideReasonProps) => (
  <Field label="Reason" required hint="Kept in the audit log with your name and the examples that fail.">
    <Textarea maxLength={REASON_MAX} value={value} onChange={({ target }) => onChange(target.value)} />
  </Field>
);

interface OverrideDialogProps {
  title: string;
  submitLabel: string;
  pending: boolean;
  failure: RequestFailure | null;
  onSave: (reason: string) => void;
  onClose: () => void;
}

export function OverrideDialog({ onSave, ...dialog }: OverrideDialogProps) {
  const [reason, setReason] = useState('');
  return (
    <FormDialog
      {...dialog}
      description="The rule does not do what its examples say. Correct one of them, or say why it may be active all the same."
      onSubmit={() => onSave(reason.trim())}
      disabled={reason.trim() === ''}
      dangerous
    >
      <OverrideReason value={reason} onChange={setReason} />
    </FormDialog>
  );
}
