/** Adds one participant to a group, in a role. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/ui/form-dialog';
import { toast } from '@/components/ui/toast';
import type { Group, GroupMember } from '@/contract/group';
import type { Participant } from '@/contract/participant';
import { Field } from '@/components/ui/field';
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
  const submit = () => {
    if (participant) add.mutate({ id: group.id, participant_id: participant.id, role });
  };
  return (
    <FormDialog
      title={`Add a member to “${group.name}”`}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Add member"
      pending={add.isPending}
      disabled={!participant}
    >
      <ParticipantPicker label="Participant" error={errors.participant_id} chosen={participant} onChoose={setParticipant} />
      <Field label="Role" required error={errors.role}>
        <Select options={ROLES} value={role} onChange={setRole} />
      </Field>
    </FormDialog>
  );
}
