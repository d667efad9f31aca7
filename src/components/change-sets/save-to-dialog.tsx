/** Saves a change of a rule, a rule set or an automation to an open change set, or to a new one, instead of making it live. */
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SentProgramChange } from '@/contract/change-set';
import { Detail } from '@/components/ui/detail';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { toast } from '@/components/ui/toast';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

const OFFERED = 100;
const NEW = 'NEW';

interface SaveToDialogProps {
  programId: string;
  change: SentProgramChange;
  /** @param id of the change set. */
  onSaved: (id: string) => void;
  onClose: () => void;
}

export function SaveToDialog({ programId, change, onSaved, onClose }: SaveToDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const open = useQuery(trpc.changeSets.list.queryOptions({ id: programId, status: 'OPEN', limit: OFFERED }));
  const [chosen, setChosen] = useState<string | null>(null);
  const [name, setName] = useState('');
  const options = {
    onSuccess: (set: { id: string; name: string }) => {
      toast.success(`Saved to “${set.name}”. Nothing is live yet.`);
      void queries.invalidateQueries(trpc.changeSets.pathFilter());
      onSaved(set.id);
    },
  };
  const create = useMutation(trpc.changeSets.create.mutationOptions(options));
  const update = useMutation(trpc.changeSets.update.mutationOptions(options));
  const error = create.error ?? update.error;
  const failure = error ? failureOf(error) : null;
  const target = chosen ?? open.data?.data[0]?.id ?? NEW;
  const save = () =>
    target === NEW
      ? create.mutate({ id: programId, name: name.trim(), changes: [change] })
      : update.mutate({ id: target, changes: [change] });
  return (
    <FormDialog
      title="Save to a change set"
      description="The change waits there beside what is live, until the change set is published."
      submitLabel="Save"
      pending={create.isPending || update.isPending}
      failure={failure}
      disabled={!open.data || (target === NEW && name.trim() === '')}
      onClose={onClose}
      onSubmit={save}
    >
      <Detail query={open}>
        {({ data }) => (
          <Field label="Change set" required>
            <Select
              options={[...data.map((set) => ({ value: set.id, label: set.name })), { value: NEW, label: 'A new one' }]}
              value={target}
              onChange={setChosen}
            />
          </Field>
        )}
      </Detail>
      {open.data && target === NEW && (
        <Field label="Name" required error={failure?.fields.name}>
          <Input value={name} placeholder="Summer campaign" onChange={({ target: input }) => setName(input.value)} />
        </Field>
      )}
    </FormDialog>
  );
}
