/** Adds one participant to a group, in a role. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { toast } from '@/components/ui/toast';
import type { Group, GroupMember } from '@/contract/group';
import type { Participant } from '@/contract/participant';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { ROLES } from './group-roles';
import { ParticipantPicker } from './participant-picker';

export function AddMemberDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [participant, setParticipant] = useState<Participant | null>(null);
  const [role, setRole] = useState<GroupMember['role']>('MEMBER');
  const add = useMutation(
    trpc.groups.members.add.mutationOptions({
      onSuccess: ({ message }) => {
        toast.success(message);
        void queries.invalidateQueries(trpc.groups.pathFilter());
        onClose();
      },
    }),
  );
  const failure = add.error ? failureOf(add.error) : null;
  const errors = failure?.fields ?? {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (participant) add.mutate({ id: group.id, participant_id: participant.id, role });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Add a member to “${group.name}”`}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <ParticipantPicker label="Participant" error={errors.participant_id} chosen={participant} onChoose={setParticipant} />
        <Field label="Role" required error={errors.role}>
          <Select options={ROLES} value={role} onChange={setRole} />
        </Field>
        <FormFailure failure={failure} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={add.isPending} disabled={!participant}>
            Add member
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
