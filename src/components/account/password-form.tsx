/** Changes the password, given the current one. */
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';
import { toast } from '@/components/ui/toast';
import { auth, authMessage, type AuthError } from '@/components/shell/auth-client';
import { useSession } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { Switch } from '@/components/ui/switch';
import { useTRPC } from '@/trpc/client';

interface Problem {
  readonly field: 'old' | 'new';
  readonly message: string;
}

const problemOf = (error: AuthError): Problem => ({
  field: error.code?.startsWith('PASSWORD_') ? 'new' : 'old',
  message: authMessage(error),
});

export function PasswordForm() {
  const { user } = useSession();
  const form = useRef<HTMLFormElement>(null);
  const sessions = useTRPC().account.sessions.pathFilter();
  const queries = useQueryClient();
  const [elsewhere, setElsewhere] = useState(true);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const [currentPassword, newPassword] = [String(values.get('old')), String(values.get('new'))];
    if (!currentPassword) return setProblem({ field: 'old', message: 'Enter your current password.' });
    setPending(true);
    setProblem(null);
    const body = { currentPassword, newPassword, revokeOtherSessions: elsewhere };
    const { error } = await auth((library) => library.$fetch('/change-password', { method: 'POST', body }));
    setPending(false);
    if (error) return setProblem(problemOf(error));
    form.current?.reset();
    toast.success('Password changed');
    void queries.invalidateQueries(sessions);
  };
  const said = (field: Problem['field']) => (problem?.field === field ? problem.message : undefined);
  return (
    <form ref={form} method="post" onSubmit={(event) => void submit(event)} className="panel flex flex-col gap-4 p-4" noValidate>
      {/* Tells a password manager whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <Field label="Current password" required error={said('old')}>
        <PasswordInput name="old" autoComplete="current-password" />
      </Field>
      <Field label="New password" required hint="At least 10 characters." error={said('new')}>
        <PasswordInput name="new" autoComplete="new-password" maxLength={128} />
      </Field>
      <Switch
        label="Sign out everywhere else"
        hint="Trusted devices will be asked for a code again in either case."
        checked={elsewhere}
        onChange={setElsewhere}
      />
      <div>
        <Button type="submit" variant="primary" pending={pending}>
          Change password
        </Button>
      </div>
    </form>
  );
}
