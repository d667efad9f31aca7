/** One labelled form field with its hint and error, both announced to assistive technology. */
'use client';
import { useId, type ReactElement, type ReactNode } from 'react';
import { Label, Slot } from 'radix-ui';

interface FieldProps {
  label: string;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  /** The control; it receives id, aria-describedby and aria-invalid. */
  children: ReactElement;
}

export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : null, error ? `${id}-error` : null].filter(Boolean).join(' ') || undefined;
  return (
    <div className="flex flex-col gap-1">
      <Label.Root htmlFor={id} className="text-ink-soft text-xs font-medium">
        {label}
        {!required && <span className="text-ink-faint font-normal"> · optional</span>}
      </Label.Root>
      <Slot.Root id={id} aria-describedby={described} aria-invalid={error ? true : undefined} aria-required={required || undefined}>
        {children}
      </Slot.Root>
      {hint && (
        <p id={`${id}-hint`} className="text-ink-faint text-xs">
          {hint}
        </p>
      )}
      {error && <FieldFault id={`${id}-error`}>{error}</FieldFault>}
    </div>
  );
}

/** The error of a field, or of several fields together. */
export const FieldFault = ({ id, children }: { id?: string; children: ReactNode }) => (
  <p id={id} role="alert" data-field-fault="" className="text-danger text-xs">
    {children}
  </p>
);
