/** Saves a rule although examples of it fail, once a reason is given, which the audit log keeps. */
'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Textarea } from '@/components/ui/input';

const REASON_MAX = 500;

export function SaveAnyway({ onSave }: { onSave: (reason: string) => void }) {
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const save = () => {
    setOpen(false);
    onSave(reason.trim());
  };
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Save anyway…
      </Button>
      {open && (
        <FormDialog
          title="Save with failing examples?"
          description="The rule becomes or stays active although it does not do what its examples say."
          onSubmit={save}
          onClose={() => setOpen(false)}
          failure={null}
          submitLabel="Save anyway"
          pending={false}
          disabled={reason.trim() === ''}
          dangerous
        >
          <Field label="Reason" required hint="Kept in the audit log with your name and the examples that fail.">
            <Textarea maxLength={REASON_MAX} value={reason} onChange={({ target }) => setReason(target.value)} />
          </Field>
        </FormDialog>
      )}
    </>
  );
}
