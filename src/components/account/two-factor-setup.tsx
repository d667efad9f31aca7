/** Sets up the second factor step by step: the password, the app, its first code, the backup codes. */
'use client';
import { Copy } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { CodeInput } from '@/components/ui/code-input';
import { DialogActions } from '@/components/ui/dialog';
import { useFaultInView } from '@/components/ui/fault-in-view';
import { Field } from '@/components/ui/field';
import { QrCode } from '@/components/ui/qr-code';
import { BackupCodes } from './backup-codes';
import { PasswordQuestion } from './password-question';
import { confirmSecret, newSecret, typedSecret, type NewSecret } from './two-factor-api';
import { useAttempt } from './use-attempt';

interface TwoFactorSetupProps {
  email: string;
  onCancel?: () => void;
  /** Called once the second factor is on, before the backup codes are saved. */
  onConfirmed: () => void;
  onDone: () => void;
}

export function TwoFactorSetup({ email, onCancel, onConfirmed, onDone }: TwoFactorSetupProps) {
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const [confirmed, setConfirmed] = useState(false);
  if (!secret) return <PasswordQuestion label="Continue" ask={newSecret} onDone={setSecret} onCancel={onCancel} />;
  if (confirmed) return <BackupCodes codes={secret.backupCodes} email={email} onDone={onDone} />;
  const confirm = () => {
    setConfirmed(true);
    onConfirmed();
  };
  return <AppStep uri={secret.totpURI} onCancel={onCancel} onConfirmed={confirm} />;
}

function AppStep({ uri, onCancel, onConfirmed }: { uri: string; onCancel?: () => void; onConfirmed: () => void }) {
  const { pending, problem, setProblem, attempt } = useAttempt();
  const secret = typedSecret(uri);
  const { form, begin } = useFaultInView(pending);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    begin();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    if (!code) return setProblem('Enter the code shown in your app.');
    void attempt(() => confirmSecret(code), onConfirmed);
  };
  return (
    <form ref={form} onSubmit={submit} className="flex flex-col gap-4" noValidate>
      <p className="text-ink-soft">Scan this with an authenticator app, such as 1Password, Google Authenticator or Aegis.</p>
      <div className="flex flex-wrap items-center gap-4">
        <QrCode text={uri} label="QR code for your authenticator app" />
        <div className="flex min-w-48 flex-1 flex-col gap-2">
          <p className="text-ink-soft text-xs">Or enter this key in the app:</p>
          <code data-testid="two-factor-secret" className="font-mono text-sm break-words select-all">
            {secret}
          </code>
          <div>
            <Button size="small" onClick={() => void copyText(secret.replaceAll(' ', ''), 'Key')}>
              <Copy aria-hidden /> Copy key
            </Button>
          </div>
        </div>
      </div>
      <Field label="Code from your app" required hint="The correct code turns on two-factor sign-in." error={problem ?? undefined}>
        <CodeInput autoFocus />
      </Field>
      <DialogActions>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        <Button type="submit" variant="primary" pending={pending}>
          Turn on
        </Button>
      </DialogActions>
    </form>
  );
}
