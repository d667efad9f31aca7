/** Asks for the reason of an action, kept with each record. */
'use client';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { BulkAction, BulkFieldsProps } from './action';

const reasonFields = (required: boolean) =>
  function Reason({ value, onChange }: BulkFieldsProps) {
    return (
      <Field label="Reason" required={required} hint="Stored with each of them.">
        <Input value={value.reason ?? ''} onChange={(event) => onChange({ ...value, reason: event.target.value })} />
      </Field>
    );
  };

const Required = reasonFields(true);
const Optional = reasonFields(false);

export const asksReason = (required: boolean): BulkAction<never>['asks'] => ({
  initial: { reason: '' },
  Fields: required ? Required : Optional,
  ready: ({ reason }) => !required || Boolean(reason?.trim()),
});
