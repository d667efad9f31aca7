/** A form dialog: its fields, the last refusal, the consequence of sending it, and its two buttons. */
'use client';
import type { FormEvent, ReactNode } from 'react';
import type { RequestFailure } from '@/trpc/failure';
import { Button } from './button';
import { Dialog, DialogActions, type DialogProps } from './dialog';
import { useFaultInView } from './fault-in-view';
import { FormFailure } from './form-failure';

interface DialogFormProps {
  onSubmit: () => void;
  onClose: () => void;
  /** The last refusal. */
  failure: RequestFailure | null;
  /** The consequence of sending it, as far as it is filled in. */
  consequence?: ReactNode;
  submitLabel: string;
  cancelLabel?: string;
  pending: boolean;
  /** Whether required input is missing. */
  disabled?: boolean;
  dangerous?: boolean;
  children?: ReactNode;
}

/** For a dialog that shows other content before or afterwards. */
export function DialogForm(props: DialogFormProps) {
  const { onSubmit, onClose, failure, consequence, submitLabel, cancelLabel = 'Cancel', pending, disabled, dangerous, children } = props;
  const { form, begin } = useFaultInView(pending, failure !== null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React would hand it on to a form that the dialog was opened from.
    event.stopPropagation();
    begin();
    onSubmit();
  };
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {children}
      <FormFailure failure={failure} />
      {'consequence' in props && (
        <div role="status" className="text-ink-soft min-h-5">
          {consequence}
        </div>
      )}
      <DialogActions>
        <Button onClick={onClose}>{cancelLabel}</Button>
        <Button type="submit" variant={dangerous ? 'danger' : 'primary'} pending={pending} disabled={disabled}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'wide'>, DialogFormProps {}

export const FormDialog = ({ title, description, wide, ...form }: FormDialogProps) => (
  <Dialog open onOpenChange={(open) => !open && form.onClose()} {...{ title, description, wide }}>
    <DialogForm {...form} />
  </Dialog>
);
