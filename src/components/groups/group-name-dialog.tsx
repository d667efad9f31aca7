/** Renames a group. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Group } from '@/contract/group';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

export function GroupNameDialog({ group, onClose }: { group: Pick<Group, 'id' | 'name'>; onClose: () => void }) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const edited = useEdited({ name: group.name });
  const { draft, edit } = edited;
  const update = useMutation(
    trpc.groups.update.mutationOptions({
      onSuccess: () => {
        void queries.invalidateQueries(trpc.groups.pathFilter());
        onClose();
      },
    }),
  );
  const failure = update.error ? failureOf(update.error) : null;
  const submit = () => update.mutate({ id: group.id, name: draft.name });
  return (
    <FormDialog
      title={`Edit “${group.name}”`}
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Save changes"
      pending={update.isPending}
    >
      <DraftNotice {...edited} />
      <Field label="Name" required error={failure?.fields.name}>
        <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
      </Field>
    </FormDialog>
  );
}
