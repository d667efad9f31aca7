/** Drafts a rule set in a change set: a new one, or the name, key and place of one. */
'use client';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useDrafting } from './use-drafting';

interface DraftedSetDialogProps {
  /** The change set. */
  setId: string;
  /** What is drafted so far; absent for a new one. */
  draft?: { readonly id: string; readonly name: string; readonly key: string; readonly order?: number | undefined };
  onClose: () => void;
}

export function DraftedSetDialog({ setId, draft, onClose }: DraftedSetDialogProps) {
  const { save, pending, failure } = useDrafting(setId, onClose);
  const [name, setName] = useState(draft?.name ?? '');
  const [key, setKey] = useState(draft?.key ?? '');
  const [place, setPlace] = useState(draft?.order?.toString() ?? '');
  const rule_set = { name: name.trim(), key: key.trim() };
  const order = place === '' ? null : Number(place);
  return (
    <FormDialog
      title={draft ? `Draft of “${draft.name}”` : 'New rule set'}
      description="It waits in the change set. Rules of the change set can be put into it."
      submitLabel="Save the draft"
      pending={pending}
      failure={failure}
      disabled={rule_set.name === '' || rule_set.key === ''}
      onClose={onClose}
      onSubmit={() =>
        save(
          draft
            ? { type: 'UPDATE_RULE_SET', id: draft.id, rule_set: { ...rule_set, order } }
            : { type: 'CREATE_RULE_SET', rule_set: { ...rule_set, order: order ?? undefined } },
        )
      }
    >
      <Field label="Name" required error={failure?.fields.name}>
        <Input value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label="Key" required hint="Name for the API: lower-case letters, digits, - and _." error={failure?.fields.key}>
        <Input value={key} onChange={({ target }) => setKey(target.value)} className="font-mono" />
      </Field>
      <Field label="Place" hint="1 runs first. Empty: where it is, or last if it is new." error={failure?.fields.order}>
        <Input type="number" min={1} step={1} value={place} onChange={({ target }) => setPlace(target.value)} />
      </Field>
    </FormDialog>
  );
}
