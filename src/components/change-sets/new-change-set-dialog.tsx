/** Begins an empty change set. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input, Textarea } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

interface NewChangeSetDialogProps {
  programId: string;
  onBegun: (id: string) => void;
  onClose: () => void;
}

export function NewChangeSetDialog({ programId, onBegun, onClose }: NewChangeSetDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [note, setNote] = useState('');
  const begin = useMutation(
    trpc.changeSets.create.mutationOptions({
      onSuccess: ({ id }) => {
        void queries.invalidateQueries(trpc.changeSets.pathFilter());
        onBegun(id);
      },
    }),
  );
  const failure = begin.error ? failureOf(begin.error) : null;
  return (
    <FormDialog
      title="New change set"
      description="Nothing changes for events until it is published. Add changes on its page, or from the form of a rule or an automation."
      submitLabel="Begin"
      pending={begin.isPending}
      failure={failure}
      disabled={name.trim() === ''}
      onClose={onClose}
      onSubmit={() => begin.mutate({ id: programId, name: name.trim(), note: note.trim() || null, changes: [] })}
    >
      <Field label="Name" required error={failure?.fields.name}>
        <Input value={name} placeholder="Summer campaign" onChange={({ target }) => setName(target.value)} />
      </Field>
      <Field label="Note" hint="Why it is to change." error={failure?.fields.note}>
        <Textarea value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </FormDialog>
  );
}
