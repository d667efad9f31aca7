/** Changes what a group is called. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import type { Group } from '@/contract/group';
import { DraftNotice } from '@/components/drafts/draft-notice';
import { useEdited } from '@/components/drafts/edited';
import { Button } from '@/components/ui/button';
import { Dialog, DialogActions } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { FormFailure } from '@/components/ui/form-failure';
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
  const submit = (event: FormEvent) => {
    event.preventDefault();
    update.mutate({ id: group.id, name: draft.name });
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={`Edit “${group.name}”`}>
      <form onSubmit={submit} className="flex flex-col gap-4" noValidate>
        <DraftNotice {...edited} />
        <Field label="Name" required error={failure?.fields.name}>
          <Input value={draft.name} onChange={(event) => edit({ name: event.target.value })} />
        </Field>
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
