/** Shows whether the organization requires two-factor sign-in; an owner changes it. */
'use client';
import { useMutation } from '@tanstack/react-query';
import Link from 'next/link';
import { useState } from 'react';
import type { TeamMember } from '@/contract/team';
import { useSession } from '@/components/shell/session';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Part } from '@/components/ui/detail';
import { useTRPC } from '@/trpc/client';

interface TwoFactorPolicyProps {
  required: boolean;
  members: readonly TeamMember[];
  onChanged: () => Promise<unknown>;
}

export function TwoFactorPolicy({ required, members, onChanged }: TwoFactorPolicyProps) {
  const { organization, user } = useSession();
  const { mutateAsync: change } = useMutation(useTRPC().team.requireTwoFactor.mutationOptions());
  const [asking, setAsking] = useState(false);
  const without = members.filter(({ two_factor }) => two_factor === false);
  const owner = organization.role === 'OWNER';
  return (
    <Part title="Two-factor sign-in">
      <div className="panel flex flex-wrap items-center justify-between gap-4 p-4">
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-medium">
            Required of every member <Badge tone={required ? 'success' : 'neutral'}>{required ? 'Yes' : 'No'}</Badge>
          </p>
          <p className="text-ink-soft mt-1">
            {required
              ? 'Members who have not set it up can do nothing else here until they do. API keys are not affected.'
              : 'If it is, members who have not set it up can do nothing else here until they do.'}
          </p>
          {owner && !required && !user.twoFactor && (
            <p className="text-ink-soft mt-1">
              <Link href="/account" className="text-accent font-medium underline-offset-4 hover:underline">
                Set it up for your own account
              </Link>{' '}
              before you require it of others.
            </p>
          )}
        </div>
        {owner && (required || user.twoFactor) && (
          <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
            {required ? 'Stop requiring' : 'Require for everyone'}
          </Button>
        )}
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        dangerous={false}
        title={required ? 'Stop requiring two-factor sign-in?' : 'Require two-factor sign-in?'}
        consequence={required ? 'Members who have not set it up can open the organization with their password alone.' : closedTo(without)}
        confirmLabel={required ? 'Stop requiring' : 'Require for everyone'}
        onConfirm={() => change({ require: !required }).then(onChanged)}
      />
    </Part>
  );
}

const closedTo = (without: readonly TeamMember[]): string =>
  without.length === 0
    ? 'Every member has it already; people who join later have to set it up first.'
    : `${without.map(({ name }) => name).join(', ')} ${without.length === 1 ? 'has' : 'have'} not set it up and lose access until they do.`;
