/** Email and password. A refusal keeps what was typed and does not say which of the two was wrong. */
'use client';
import Link from 'next/link';
import { useState, type FormEvent } from 'react';
import { authClient, authMessage } from '@/components/shell/auth-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';

/** Only a path of our own: an address elsewhere must not follow a sign-in. */
function nextPath(): string {
  const next = new URLSearchParams(window.location.search).get('next') ?? '/';
  return /^\/(?![/\\])/.test(next) ? next : '/';
}

export function SignInForm({ registration }: { registration: boolean }) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setProblem(null);
    const { error } = await authClient.signIn.email({ email: String(form.get('email')), password: String(form.get('password')) });
    if (!error) return window.location.assign(nextPath());
    setProblem(authMessage(error));
    setPending(false);
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
      <h1 className="text-base font-semibold">Sign in</h1>
      <Field label="Email" required>
        <Input name="email" type="email" autoComplete="username" required autoFocus className="h-9" />
      </Field>
      <Field label="Password" required error={problem ?? undefined}>
        <Input name="password" type="password" autoComplete="current-password" required className="h-9" />
      </Field>
      <Button type="submit" variant="primary" size="large" pending={pending}>
        Sign in
      </Button>
      {registration && (
        <p className="text-ink-soft text-center">
          No account yet?{' '}
          <Link href="/sign-up" className="text-accent font-medium underline-offset-4 hover:underline">
            Create one
          </Link>
        </p>
      )}
    </form>
  );
}
