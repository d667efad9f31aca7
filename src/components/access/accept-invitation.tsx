/** Accepts an invitation, once, with the account it was made for. */
'use client';
import { useState } from 'react';
import { auth, authMessage } from '@/components/shell/auth-client';
import { Button } from '@/components/ui/button';
import { statusLabel } from '@/components/ui/badge';

interface AcceptInvitationProps {
  id: string;
  organization: string;
  role: string;
  email: string;
  rightUser: boolean;
}

export function AcceptInvitation({ id, organization, role, email, rightUser }: AcceptInvitationProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const accept = async () => {
    setPending(true);
    const { error } = await auth((library) => library.organization.acceptInvitation({ invitationId: id }));
    if (!error) return window.location.assign('/');
    setProblem(authMessage(error));
    setPending(false);
  };
  const changeUser = async () => {
    await auth((library) => library.signOut());
    window.location.reload();
  };
  return (
    <div className="flex flex-col gap-4">
      <h1 className="text-base font-semibold">Join {organization}</h1>
      <p className="text-ink-soft">
        {rightUser
          ? `You were invited as ${statusLabel(role)}.`
          : `This invitation is for ${email}; you are signed in with another account.`}
      </p>
      {problem && (
        <p role="alert" className="text-danger">
          {problem}
        </p>
      )}
      <Button variant="primary" size="large" pending={pending} onClick={() => void (rightUser ? accept() : changeUser())}>
        {rightUser ? `Join ${organization}` : 'Sign out and continue'}
      </Button>
    </div>
  );
}
