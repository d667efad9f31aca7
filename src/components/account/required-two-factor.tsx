/** Blocks a member of an organization that requires two-factor sign-in until it is set up. */
'use client';
import { auth } from '@/components/shell/auth-client';
import { switchOrganization } from '@/components/shell/organization-switch';
import { Button } from '@/components/ui/button';
import { TwoFactorSetup } from './two-factor-setup';

interface RequiredTwoFactorProps {
  email: string;
  organization: string;
  /** The user's organizations that do not require it. */
  others: readonly { readonly id: string; readonly name: string }[];
}

export function RequiredTwoFactor({ email, organization, others }: RequiredTwoFactorProps) {
  const signOut = async () => {
    await auth((library) => library.signOut());
    window.location.assign('/login');
  };
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-base font-semibold">Set up two-factor sign-in</h1>
        <p className="text-ink-soft mt-1">
          {organization} requires it: a code from your phone after your password. Once it is set up, you can open everything again.
        </p>
      </div>
      <TwoFactorSetup email={email} onConfirmed={() => undefined} onDone={() => window.location.assign('/')} />
      <div className="border-line flex flex-wrap gap-2 border-t pt-3">
        {others.map(({ id, name }) => (
          <Button key={id} variant="quiet" size="small" onClick={() => void switchOrganization(id)}>
            Go to {name}
          </Button>
        ))}
        <Button variant="quiet" size="small" onClick={() => void signOut()}>
          Sign out
        </Button>
      </div>
    </div>
  );
}
