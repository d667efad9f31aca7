/** Asks for the tag to add to, or remove from, many participants. */
'use client';
import { TAG_MAX } from '@/contract/choices';
import type { BulkFieldsProps } from '@/components/bulk/action';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

export const TagFields = ({ value, onChange }: BulkFieldsProps) => (
  <Field label="Tag" required hint="Stored in lower case.">
    <Input maxLength={TAG_MAX} value={value.tag ?? ''} onChange={(event) => onChange({ ...value, tag: event.target.value })} />
  </Field>
);
