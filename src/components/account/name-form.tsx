/** Changes the user's display name. */
'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState, type FormEvent } from 'react';
import { toast } from '@/components/ui/toast';
import { useSession } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';

export function NameForm() {
  const { user } = useSession();
  const router = useRouter();
  const [name, setName] = useState(user.name);
  const saved = () => {
    toast.success('Name saved');
    router.refresh();
  };
  const rename = useMutation(useTRPC().account.rename.mutationOptions({ onSuccess: saved }));
  const failure = rename.error ? failureOf(rename.error) : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ name: name.trim() });
  };
  return (
    <form onSubmit={submit} className="panel flex flex-col gap-4 p-4" noValidate>
      <Field
        label="Name"
        required
        hint="The name that your team sees."
        error={failure ? (failure.fields.name ?? failure.message) : undefined}
      >
        <Input value={name} onChange={(event) => setName(event.target.value)} autoComplete="name" maxLength={255} />
      </Field>
      <div>
        <Button type="submit" variant="primary" pending={rename.isPending} disabled={name.trim() === user.name}>
          Save name
        </Button>
      </div>
    </form>
  );
}
