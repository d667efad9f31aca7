/** The second step of a sign-in: a code from an authenticator app, or a backup code instead. */
'use client';
import { useState, type FormEvent } from 'react';
import { auth, authMessage, signInEnded } from '@/components/shell/auth-client';
import { Button } from '@/components/ui/button';
import { CodeInput } from '@/components/ui/code-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Switch } from '@/components/ui/switch';

type Kind = 'app' | 'backup';

const KINDS = {
  app: {
    path: '/two-factor/verify-totp',
    label: 'Code from your app',
    hint: 'Six digits, a new one every 30 seconds.',
    other: 'Use a backup code instead',
  },
  backup: {
    path: '/two-factor/verify-backup-code',
    label: 'Backup code',
    hint: 'One of the ten codes that you saved. Each works once.',
    other: 'Use the code from your app instead',
  },
} as const satisfies Record<Kind, unknown>;

interface SecondStepProps {
  onDone: () => void;
  /** Restarts the sign-in at the password. */
  onEnded: (reason: string | null) => void;
}

export function SecondStep({ onDone, onEnded }: SecondStepProps) {
  const [kind, setKind] = useState<Kind>('app');
  const [trust, setTrust] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const { path, label, hint, other } = KINDS[kind];
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).replaceAll(/\s/g, '');
    if (!code) return setProblem('Enter the code.');
    setPending(true);
    setProblem(null);
    const { error } = await auth((library) => library.$fetch(path, { method: 'POST', body: { code, trustDevice: trust } }));
    if (!error) return onDone();
    if (signInEnded(error)) return onEnded('This sign-in took too long or had too many wrong codes. Start again.');
    setProblem(authMessage(error));
    setPending(false);
  };
  const change = () => {
    setKind(kind === 'app' ? 'backup' : 'app');
    setProblem(null);
  };
  return (
    <form method="post" onSubmit={(event) => void submit(event)} className="flex flex-col gap-4" noValidate>
      <h1 className="text-base font-semibold">Verify your identity</h1>
      <Field key={kind} label={label} required hint={hint} error={problem ?? undefined}>
        {kind === 'app' ? (
          <CodeInput autoFocus className="h-9" />
        ) : (
          <Input name="code" autoComplete="off" autoCapitalize="none" spellCheck={false} autoFocus className="h-9 font-mono" />
        )}
      </Field>
      <Switch
        label="Trust this device for 30 days"
        hint="You will not be asked for a code on this device until then. Do not use this on a shared computer."
        checked={trust}
        onChange={setTrust}
      />
      <Button type="submit" variant="primary" size="large" pending={pending}>
        Continue
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" size="small" onClick={change}>
          {other}
        </Button>
        <Button variant="quiet" size="small" onClick={() => onEnded(null)}>
          Back
        </Button>
      </div>
    </form>
  );
}
