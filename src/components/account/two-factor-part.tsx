/** The user's second factor: whether it is on, and how to change that. */
'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useSession } from '@/components/shell/session';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { Dialog } from '@/components/ui/dialog';
import { BackupCodes } from './backup-codes';
import { PasswordQuestion } from './password-question';
import { newBackupCodes, switchOff } from './two-factor-api';
import { TwoFactorSetup } from './two-factor-setup';

export interface TwoFactorState {
  readonly on: boolean;
  /** Unused backup codes. */
  readonly backupCodesLeft: number;
}

type Doing = 'set up' | 'new codes' | 'switch off' | null;

export function TwoFactorPart({ on, backupCodesLeft }: TwoFactorState) {
  const [doing, setDoing] = useState<Doing>(null);
  const router = useRouter();
  const close = () => {
    setDoing(null);
    router.refresh();
  };
  return (
    <Part title="Two-factor sign-in">
      <div className="panel flex flex-wrap items-center justify-between gap-4 p-4">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-medium">
            Authenticator app <Badge tone={on ? 'success' : 'neutral'}>{on ? 'On' : 'Off'}</Badge>
          </p>
          <p className="text-ink-soft mt-1">
            {on
              ? `You are asked for a code after your password. ${leftInWords(backupCodesLeft)}`
              : 'After your password you are asked for a code from your phone, so the password alone is not enough to sign in.'}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          {on ? (
            <>
              <Button aria-haspopup="dialog" onClick={() => setDoing('new codes')}>
                New backup codes
              </Button>
              <Button aria-haspopup="dialog" onClick={() => setDoing('switch off')}>
                Turn off
              </Button>
            </>
          ) : (
            <Button variant="primary" aria-haspopup="dialog" onClick={() => setDoing('set up')}>
              Set up
            </Button>
          )}
        </div>
      </div>
      {doing === 'set up' && <SetUpDialog onClose={close} />}
      {doing === 'new codes' && <NewCodesDialog onClose={close} />}
      {doing === 'switch off' && <SwitchOffDialog onClose={close} />}
    </Part>
  );
}

const leftInWords = (left: number): string =>
  left === 0 ? 'No backup codes left. Generate new ones.' : `${left} backup ${left === 1 ? 'code is' : 'codes are'} left.`;

function SetUpDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const [confirmed, setConfirmed] = useState(false);
  return (
    <Dialog
      open
      // An accidental close would lose the backup codes.
      onOpenChange={(open) => !open && !confirmed && onClose()}
      title={confirmed ? 'Keep your backup codes' : 'Set up two-factor sign-in'}
    >
      <TwoFactorSetup email={user.email} onCancel={onClose} onConfirmed={() => setConfirmed(true)} onDone={onClose} />
    </Dialog>
  );
}

function NewCodesDialog({ onClose }: { onClose: () => void }) {
  const { user } = useSession();
  const [codes, setCodes] = useState<string[] | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !codes && onClose()}
      title={codes ? 'Keep your backup codes' : 'Generate new backup codes'}
      description={codes ? undefined : 'Your existing codes stop working.'}
    >
      {codes ? (
        <BackupCodes codes={codes} email={user.email} onDone={onClose} />
      ) : (
        <PasswordQuestion label="Generate codes" ask={newBackupCodes} onDone={setCodes} onCancel={onClose} />
      )}
    </Dialog>
  );
}

function SwitchOffDialog({ onClose }: { onClose: () => void }) {
  const { organizations } = useSession();
  const strict = organizations.filter(({ requireTwoFactor }) => requireTwoFactor).map(({ name }) => name);
  const closed = strict.length > 0 ? ` You lose access to ${strict.join(', ')} until you set it up again.` : '';
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Turn off two-factor sign-in?"
      description={`You will sign in with your password alone, on every device.${closed}`}
    >
      <PasswordQuestion label="Turn off" dangerous ask={switchOff} onDone={onClose} onCancel={onClose} />
    </Dialog>
  );
}
