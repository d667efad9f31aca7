/** Confirms the end of a membership or a transfer of ownership, stating the consequence. */
'use client';
import { useMutation } from '@tanstack/react-query';
import type { TeamMember } from '@/contract/team';
import { useSession } from '@/components/shell/session';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { useTRPC } from '@/trpc/client';
import { leaveOrganization, removeMember } from './team-api';

export interface MemberQuestion {
  readonly kind: 'remove' | 'transfer' | 'leave';
  readonly member: TeamMember;
}

export function MemberDialog({
  question,
  onClose,
  onDone,
}: {
  question: MemberQuestion;
  onClose: () => void;
  onDone: () => Promise<unknown>;
}) {
  const { organization } = useSession();
  const { mutateAsync: transfer } = useMutation(useTRPC().team.transferOwnership.mutationOptions());
  const { kind, member } = question;
  // The page has loaded the role and current organization, so it is reloaded.
  const reload = () => window.location.assign('/');
  const ask = {
    remove: {
      title: `Remove ${member.name}?`,
      consequence: `${member.email} can no longer open ${organization.name}. Keys this person created keep working; revoke them separately.`,
      confirmLabel: 'Remove member',
      onConfirm: () => removeMember(organization.id, member.id).then(onDone),
    },
    transfer: {
      title: `Make ${member.name} the owner?`,
      consequence: `${member.email} becomes an owner of ${organization.name}, and you become an admin: you can no longer appoint owners or require two-factor sign-in.`,
      confirmLabel: 'Make owner',
      onConfirm: () => transfer({ member_id: member.id }).then(() => window.location.reload()),
    },
    leave: {
      title: `Leave ${organization.name}?`,
      consequence: 'You lose access until an admin or owner invites you again. Keys you created keep working.',
      confirmLabel: 'Leave organization',
      onConfirm: () => leaveOrganization(organization.id).then(reload),
    },
  }[kind];
  return <ConfirmDialog open onOpenChange={(open) => !open && onClose()} dangerous={kind !== 'transfer'} {...ask} />;
}
