/** Asks for the password before an action that it protects. */
'use client';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { DialogActions } from '@/components/ui/dialog';
import { useFaultInView } from '@/components/ui/fault-in-view';
import { Field } from '@/components/ui/field';
import { PasswordInput } from '@/components/ui/password-input';
import { useAttempt } from './use-attempt';

interface PasswordQuestionProps<T> {
  label: string;
  dangerous?: boolean;
  ask: (password: string) => Promise<T>;
  onDone: (value: T) => void;
  onCancel?: () => void;
  children?: ReactNode;
}

export function PasswordQuestion<T>({ label, dangerous = false, ask, onDone, onCancel, children }: PasswordQuestionProps<T>) {
  const { pending, problem, setProblem, attempt } = useAttempt();
  const { form, begin } = useFaultInView(pending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    begin();
    const password = String(new FormData(event.currentTarget).get('password'));
    if (!password) return setProblem('Enter your password.');
    void attempt(() => ask(password), onDone);
  };
  const button = (
    <Button type="submit" variant={dangerous ? 'danger' : 'primary'} pending={pending}>
      {label}
    </Button>
  );
  return (
    <form ref={form} method="post" onSubmit={submit} className="flex flex-col gap-4" noValidate>
      {children}
      <Field label="Your password" required error={problem ?? undefined}>
        <PasswordInput name="password" autoComplete="current-password" />
      </Field>
      {onCancel ? (
        <DialogActions>
          <Button onClick={onCancel}>Cancel</Button>
          {button}
        </DialogActions>
      ) : (
        button
      )}
    </form>
  );
}
