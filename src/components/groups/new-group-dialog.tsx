/** A new group with its first member, who becomes its admin; the others are added to it afterwards. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import type { Participant } from '@/contract/participant';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (admin) create.mutate({ name, members: [{ participant_id: admin.id, role: 'ADMIN' }] });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="New group">
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
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
        <FormFailure failure={failure} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={create.isPending} disabled={!admin}>
            Create group
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
