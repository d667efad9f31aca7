/** Enrolls a participant by hand; never changes an existing one. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Participant, UpsertParticipant } from '@/contract/participant';
import { usePrograms } from '@/components/shell/program-filter';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { useTRPC } from '@/trpc/client';
import { failureOf, Refusal } from '@/trpc/failure';
import { profileDraft, ProfileFields, profileRequest } from './profile-fields';

const NONE = 'NONE';

interface NewParticipantDialogProps {
  /** The program chosen on the page. */
  programId?: string;
  onClose: () => void;
  onSaved: (participant: Pick<Participant, 'id'>) => void;
}

export function NewParticipantDialog({ programId, onClose, onSaved }: NewParticipantDialogProps) {
  const [externalId, setExternalId] = useState('');
  const [program, setProgram] = useState(programId ?? NONE);
  const [profile, setProfile] = useState(() => profileDraft());
  const enrolling = useEnrolling((participant) => {
    onSaved(participant);
    onClose();
  });
  const { data: programs } = usePrograms();
  const offered = programs?.data.filter(({ id, status }) => status !== 'ARCHIVED' || id === program) ?? [];
  const failure = enrolling.error ? failureOf(enrolling.error) : null;
  const errors = failure?.fields ?? {};
  const submit = () =>
    enrolling.mutate({
      external_id: externalId.trim(),
      ...profileRequest(profile),
      ...(program !== NONE && { program_id: program }),
    });
  return (
    <FormDialog
      title="Add a participant"
      description="To add many at once, import a file or send them from your server."
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Add participant"
      pending={enrolling.isPending}
      disabled={!externalId.trim()}
    >
      <Field label="External id" required hint="How your server names them. It cannot be changed later." error={errors.external_id}>
        <Input value={externalId} onChange={(event) => setExternalId(event.target.value)} autoComplete="off" spellCheck={false} />
      </Field>
      <Field label="Program" hint="Their first event in another program enrolls them there." error={errors.program_id}>
        <Select
          options={[{ value: NONE, label: 'None yet' }, ...offered.map(({ id, name }) => ({ value: id, label: name }))]}
          value={program}
          onChange={setProgram}
        />
      </Field>
      <ProfileFields profile={profile} edit={(changes) => setProfile({ ...profile, ...changes })} errors={errors} />
    </FormDialog>
  );
}

/** The API would update an existing participant of this external id, which adding one never intends. */
function useEnrolling(onEnrolled: (participant: Pick<Participant, 'id'>) => void) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const upsert = useMutation(trpc.participants.upsert.mutationOptions());
  return useMutation({
    mutationFn: async (request: UpsertParticipant) => {
      const known = trpc.participants.list.queryOptions({ external_id: request.external_id, limit: 1 }, { staleTime: 0 });
      const { data } = await queries.fetchQuery(known);
      if (data.length > 0) throw new Refusal('There is already a participant with this external id.', 'external_id');
      return upsert.mutateAsync(request);
    },
    onSuccess: (participant) => {
      void queries.invalidateQueries(trpc.participants.pathFilter());
      onEnrolled(participant);
    },
  });
}
