/** A form dialog: its fields, the last refusal, the consequence of sending it, and its two buttons. */
'use client';
import { useEffect, useRef, type FormEvent, type ReactNode } from 'react';
import type { Failure } from '@/trpc/failure';
import { Button } from './button';
import { Dialog, DialogActions, type DialogProps } from './dialog';
import { FormFailure } from './form-failure';

export interface DialogFormProps {
  onSubmit: () => void;
  onClose: () => void;
  /** The last refusal. */
  failure: Failure | null;
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
  const { form, answered } = useFaultInView(pending);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    answered.current = false;
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

/** After a refusal, here or by the service, focuses the first invalid field; a fault of no field is scrolled into view. */
function useFaultInView(pending: boolean) {
  const form = useRef<HTMLFormElement>(null);
  /** Whether the last submission has been answered. */
  const answered = useRef(true);
  useEffect(() => {
    // What still shows while pending belongs to the previous submission.
    if (pending) answered.current = false;
    if (pending || answered.current) return;
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const fault = field ?? form.current?.querySelector('[role="alert"]');
    if (!fault) return;
    answered.current = true;
    if (field) field.focus();
    else fault.scrollIntoView({ block: 'nearest' });
  });
  return { form, answered };
}

export interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'wide'>, DialogFormProps {}

export const FormDialog = ({ title, description, wide, ...form }: FormDialogProps) => (
  <Dialog open onOpenChange={(open) => !open && form.onClose()} {...{ title, description, wide }}>
    <DialogForm {...form} />
  </Dialog>
);
