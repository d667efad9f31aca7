/** Asks for email and password, then for a code if required. A refusal keeps the input and does not say which of the two was wrong. */
'use client';
import Link from 'next/link';
import { useState, type FormEvent } from 'react';
import { auth, authMessage } from '@/components/shell/auth-client';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PasswordInput } from '@/components/ui/password-input';
import { ownPath } from '@/trpc/own-path';
import { SecondStep } from './second-step';

const goOn = (): void => window.location.assign(ownPath(new URLSearchParams(window.location.search).get('next')));

export function SignInForm({ registration }: { registration: boolean }) {
  const [waiting, setWaiting] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  if (waiting)
    return (
      <SecondStep
        onDone={goOn}
        onEnded={(reason) => {
          setProblem(reason);
          setWaiting(false);
        }}
      />
    );
  return <PasswordStep registration={registration} earlier={problem} onCodeAsked={() => setWaiting(true)} />;
}

/** @param earlier why a sign-in that had got past the password starts over. */
function PasswordStep({ registration, earlier, onCodeAsked }: { registration: boolean; earlier: string | null; onCodeAsked: () => void }) {
  const [problem, setProblem] = useState(earlier);
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setPending(true);
    setProblem(null);
    const { data, error } = await auth((library) =>
      library.signIn.email({ email: String(form.get('email')), password: String(form.get('password')) }),
    );
    if (!error) return 'twoFactorRedirect' in data ? onCodeAsked() : goOn();
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
        <PasswordInput name="password" autoComplete="current-password" required className="h-9" />
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
