/** Creates a key: its name, and whether it may act on behalf of others. */
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CreatedApiKey } from '@/contract/api-key';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

interface CreateKeyDialogProps {
  onClose: () => void;
  onCreated: (created: CreatedApiKey) => void;
}

export function CreateKeyDialog({ onClose, onCreated }: CreateKeyDialogProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [trusted, setTrusted] = useState(false);
  const create = useMutation(
    trpc.apiKeys.create.mutationOptions({
      onSuccess: (created) => {
        void queries.invalidateQueries(trpc.apiKeys.pathFilter());
        onCreated(created);
      },
    }),
  );
  const failure = create.error ? failureOf(create.error) : null;
  const submit = () => create.mutate({ name: name.trim(), trusted });
  return (
    <FormDialog
      title="Create an API key"
      description="The key works immediately and is shown only once."
      onSubmit={submit}
      onClose={onClose}
      failure={failure}
      submitLabel="Create key"
      pending={create.isPending}
    >
      <Field label="Name" required hint="Where it will be used, such as “checkout server”." error={failure?.fields.name}>
        <Input value={name} onChange={(event) => setName(event.target.value)} maxLength={255} autoComplete="off" />
      </Field>
      <Switch
        label="Trusted"
        hint="Lets requests name the person they act for with X-On-Behalf-Of. Only for servers that have verified that person."
        checked={trusted}
        onChange={setTrusted}
      />
    </FormDialog>
  );
}
