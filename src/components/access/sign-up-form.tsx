/** Creates an account. An invited user cannot change the email address of the invitation. */
'use client';
import Link from 'next/link';
import { useState, type FormEvent } from 'react';
import { auth, authMessage } from '@/components/shell/auth-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PasswordInput } from '@/components/ui/password-input';

const PASSWORD_HINT = 'At least 10 characters.';

interface SignUpFormProps {
  invitation: { id: string; email: string } | null;
}

export function SignUpForm({ invitation }: SignUpFormProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [name, email, password] = ['name', 'email', 'password'].map((field) => String(form.get(field)));
    setPending(true);
    setProblem(null);
    const { error } = await auth((library) =>
      library.$fetch('/sign-up/email', { method: 'POST', body: { name, email, password, invitationId: invitation?.id } }),
    );
    if (!error) return window.location.assign(invitation ? `/accept-invitation?id=${encodeURIComponent(invitation.id)}` : '/welcome');
    setProblem(authMessage(error));
    setPending(false);
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <h1 className="text-base font-semibold">Create your account</h1>
      <Field label="Your name" required>
        <Input name="name" autoComplete="name" required maxLength={255} autoFocus className="h-9" />
      </Field>
      <Field label="Email" required>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          required
          readOnly={invitation !== null}
          defaultValue={invitation?.email}
          className="read-only:bg-sunken h-9"
        />
      </Field>
      <Field label="Password" required hint={PASSWORD_HINT} error={problem ?? undefined}>
        <PasswordInput name="password" autoComplete="new-password" required minLength={10} maxLength={128} className="h-9" />
      </Field>
      <Button type="submit" variant="primary" size="large" pending={pending}>
        Create account
      </Button>
      <p className="text-ink-soft text-center">
        Have an account?{' '}
        <Link href="/login" className="text-accent font-medium underline-offset-4 hover:underline">
          Sign in
        </Link>
      </p>
    </form>
  );
}
