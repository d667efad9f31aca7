/** Edits a participant's names and contact details. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Participant } from '@/contract/participant';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { FormDialog } from '@/components/ui/form-dialog';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { participantName } from './participant-name';
import { ProfileFields, profileRequest, type Profile } from './profile-fields';

const profileOf = ({ first_name, last_name, display_name, email, phone }: Participant): Profile => ({
  first_name: first_name ?? '',
  last_name: last_name ?? '',
  display_name: display_name ?? '',
  email: email ?? '',
  phone: phone ?? '',
});

export function ParticipantDialog({ participant, onClose }: { participant: Participant; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const edited = useEdited(profileOf(participant));
  const { base, draft, edit } = edited;
  const update = useMutation(
    trpc.participants.update.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries(trpc.participants.pathFilter());
        onClose();
      },
    }),
  );
  const failure = update.error ? failureOf(update.error) : null;
  const submit = () => update.mutate({ id: participant.id, ...profileRequest(changedFields(base, draft)) });
  return (
    <FormDialog
      title={`Edit “${participantName(participant)}”`}
      description="The external id is how your server names them, and cannot be changed."
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Save changes"
      pending={update.isPending}
    >
      <DraftNotice {...edited} />
      <ProfileFields profile={draft} edit={edit} errors={failure?.fields ?? {}} />
    </FormDialog>
  );
}
