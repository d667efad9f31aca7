/** The user's own account: name, password, second factor, sessions and connected assistants. */
'use client';
import { OwnAssistantsPart } from '@/components/assistants/assistants-part';
import { useSession } from '@/components/shell/session';
import { Part } from '@/components/ui/detail';
import { PageHeader } from '@/components/ui/page-header';
import { NameForm } from './name-form';
import { PasswordForm } from './password-form';
import { SessionsPart } from './sessions-part';
import { TwoFactorPart, type TwoFactorState } from './two-factor-part';

export const AccountPage = ({ twoFactor }: { twoFactor: TwoFactorState }) => (
  <div className="max-w-3xl">
    <PageHeader title="Account" description={useSession().user.email} />
    <TwoFactorPart {...twoFactor} />
    <SessionsPart />
    <OwnAssistantsPart />
    <Part title="Your name">
      <NameForm />
    </Part>
    <Part title="Password">
      <PasswordForm />
    </Part>
  </div>
);
