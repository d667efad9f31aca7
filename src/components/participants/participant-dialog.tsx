/** Changes who a participant is: names, and how they are reached. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Participant } from '@/contract/participant';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { changedFields } from '@/components/drafts/followed';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { participantName } from './participant-name';

const FIELDS = [
  { name: 'first_name', label: 'First name', type: 'text' },
  { name: 'last_name', label: 'Last name', type: 'text' },
  { name: 'display_name', label: 'Shown as', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
] as const;
type Profile = Record<(typeof FIELDS)[number]['name'], string>;

const profileOf = ({ first_name, last_name, display_name, email, phone }: Participant): Profile => ({
  first_name: first_name ?? '',
  last_name: last_name ?? '',
  display_name: display_name ?? '',
  email: email ?? '',
  phone: phone ?? '',
});

/** An empty field takes away what stood there. */
const sent = (changes: Partial<Profile>) => Object.fromEntries(Object.entries(changes).map(([name, text]) => [name, text.trim() || null]));

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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ id: participant.id, ...sent(changedFields(base, draft)) });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Edit “${participantName(participant)}”`}
      description="The external id is how your server names them, and cannot be changed."
    >
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <DraftNotice {...edited} />
        <div className="grid gap-4 sm:grid-cols-2">
          {FIELDS.map(({ name, label, type }) => (
            <Field key={name} label={label} error={failure?.fields[name]}>
              <Input type={type} autoComplete="off" value={draft[name]} onChange={(event) => edit({ [name]: event.target.value })} />
            </Field>
          ))}
        </div>
        <FormFailure failure={failure} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" pending={update.isPending}>
            Save changes
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
