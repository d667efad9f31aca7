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
import { profileDraft, ProfileFields, profileRequest } from './profile-fields';

export function ParticipantDialog({ participant, onClose }: { participant: Participant; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const edited = useEdited(profileDraft(participant));
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
