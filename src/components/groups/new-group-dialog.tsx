/** Creates a group with its first member as admin; further members are added afterwards. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Participant } from '@/contract/participant';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { ParticipantPicker } from './participant-picker';

const MEMBER_FIELD = 'members[0].participant_id';

export function NewGroupDialog({ onClose, onSaved }: { onClose: () => void; onSaved: (id: string) => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [admin, setAdmin] = useState<Participant | null>(null);
  const create = useMutation(
    trpc.groups.create.mutationOptions({
      onSuccess: ({ id }) => {
        void queries.invalidateQueries(trpc.groups.pathFilter());
        onSaved(id);
        onClose();
      },
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;
  const errors = failure?.fields ?? {};
  const submit = () => {
    if (admin) create.mutate({ name, members: [{ participant_id: admin.id, role: 'ADMIN' }] });
  };
  return (
    <FormDialog
      title="New group"
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Create group"
      pending={create.isPending}
      disabled={!admin}
    >
      <Field label="Name" required error={errors.name}>
        <Input value={name} onChange={(event) => setName(event.target.value)} />
      </Field>
      <ParticipantPicker
        label="First admin"
        hint="A group always keeps at least one admin."
        error={errors[MEMBER_FIELD]}
        chosen={admin}
        onChoose={setAdmin}
      />
    </FormDialog>
  );
}
