/** Copies a challenge as a draft without progress. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { Challenge } from '@/contract/challenge';
import { keyOf } from '@/components/codes/batch-draft';
import { useScoped } from '@/components/shell/scoped-link';
import { Field } from '@/components/ui/field';
import { FormDialog } from '@/components/ui/form-dialog';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { useRefreshChallenges } from './use-challenges';

export function CloneChallengeDialog({ challenge, onClose }: { challenge: Challenge; onClose: () => void }) {
  const [name, setName] = useState(`${challenge.name} again`);
  const router = useRouter();
  const scoped = useScoped();
  const refresh = useRefreshChallenges();
  const clone = useMutation(
    useTRPC().challenges.clone.mutationOptions({
      onSuccess: (made) => {
        void refresh();
        onClose();
        router.push(scoped(`/challenges/${made.id}`));
      },
    }),
  );
  const failure = clone.error ? failureOf(clone.error) : null;
  return (
    <FormDialog
      title={`Clone “${challenge.name}”`}
      description="The clone is a draft that can be changed in every respect. Nobody has progress in it."
      onSubmit={() => clone.mutate({ id: challenge.id, name: name.trim(), key: keyOf({ key: '', name }) })}
      onClose={onClose}
      failure={failure}
      submitLabel="Clone challenge"
      pending={clone.isPending}
      disabled={name.trim() === ''}
    >
      <Field label="Name" required error={failure?.fields.name ?? failure?.fields.key}>
        <Input value={name} onChange={({ target }) => setName(target.value)} />
      </Field>
    </FormDialog>
  );
}
