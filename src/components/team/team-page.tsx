/** Who belongs to the organization, in which role, and who was invited. */
'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { Column } from '@/components/data-table/column';
import { DataTable } from '@/components/data-table/data-table';
import { useMay, useSession } from '@/components/shell/session';
import { Badge, statusLabel } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { copyText } from '@/components/ui/clipboard';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Part } from '@/components/ui/detail';
import { PageHeader } from '@/components/ui/page-header';
import { RelativeTime } from '@/components/ui/relative-time';
import { Select } from '@/components/ui/select';
import type { Role } from '@/server/context';
import { InviteDialog } from './invite-dialog';
import {
  cancelInvitation,
  changeRole,
  invitationLink,
  listInvitations,
  listMembers,
  removeMember,
  ROLES,
  type TeamInvitation,
  type TeamMember,
} from './team-api';

function useTeam() {
  const { organization } = useSession();
  const { manage } = useMay();
  const queries = useQueryClient();
  const members = useQuery({ queryKey: ['team', organization.id, 'members'], queryFn: () => listMembers(organization.id) });
  const invitations = useQuery({
    queryKey: ['team', organization.id, 'invitations'],
    queryFn: () => listInvitations(organization.id),
    enabled: manage,
  });
  return { organization, manage, members, invitations, refresh: () => queries.invalidateQueries({ queryKey: ['team', organization.id] }) };
}

export function TeamPage() {
  const { organization, manage, members, invitations, refresh } = useTeam();
  const { user } = useSession();
  const [inviting, setInviting] = useState(false);
  const [leaving, setLeaving] = useState<TeamMember | null>(null);
  const act = (work: Promise<unknown>) =>
    work.then(refresh, (error: Error) => {
      toast.error(error.message);
    });
  const invite = manage && (
    <Button variant="primary" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden /> Invite
    </Button>
  );
  const rows = { ...members, data: members.data && { data: [...members.data] } };
  return (
    <>
      <PageHeader title="Team" description="The people who may see and change this organization." actions={invite} />
      <DataTable
        name="Members"
        query={rows}
        rowId={(row) => row.id}
        empty={null}
        columns={memberColumns({
          manage,
          ownId: user.id,
          owner: organization.role === 'OWNER',
          onRole: (member, role) => void act(changeRole(organization.id, member.id, role)),
          onRemove: setLeaving,
        })}
      />
      {manage && (invitations.error !== null || (invitations.data?.length ?? 0) > 0) && (
        <Part title="Invitations">
          <DataTable
            name="Invitations"
            query={{ ...invitations, data: invitations.data && { data: invitations.data } }}
            rowId={(row) => row.id}
            empty={null}
            columns={invitationColumns((id) => void act(cancelInvitation(id)))}
          />
        </Part>
      )}
      {inviting && <InviteDialog onClose={() => setInviting(false)} onInvited={refresh} />}
      {leaving && (
        <ConfirmDialog
          open
          onOpenChange={(open) => !open && setLeaving(null)}
          title={`Remove ${leaving.user.name}?`}
          consequence={`${leaving.user.email} can no longer open ${organization.name}. Keys this person made keep working; revoke them separately.`}
          confirmLabel="Remove member"
          onConfirm={() => removeMember(organization.id, leaving.id).then(refresh)}
        />
      )}
    </>
  );
}

interface MemberActions {
  manage: boolean;
  owner: boolean;
  ownId: string;
  onRole: (member: TeamMember, role: Role) => void;
  onRemove: (member: TeamMember) => void;
}

function memberColumns({ manage, owner, ownId, onRole, onRemove }: MemberActions): Column<TeamMember>[] {
  /** Only an owner may name an owner or touch one. */
  const offered = ROLES.filter((role) => owner || role !== 'OWNER').map((role) => ({ value: role, label: statusLabel(role) }));
  const mayChange = (member: TeamMember) => manage && member.userId !== ownId && (owner || member.role !== 'OWNER');
  const columns: Column<TeamMember>[] = [
    {
      header: 'Name',
      cell: (row) => (
        <span className="font-medium">
          {row.user.name}
          {row.userId === ownId && <span className="text-ink-faint font-normal"> (you)</span>}
        </span>
      ),
      text: (row) => row.user.name,
    },
    { header: 'Email', from: 'sm', cell: (row) => row.user.email, text: (row) => row.user.email },
    {
      header: 'Role',
      cell: (row) =>
        mayChange(row) ? (
          <Select aria-label={`Role of ${row.user.name}`} options={offered} value={row.role} onChange={(role) => onRole(row, role)} />
        ) : (
          <Badge>{statusLabel(row.role)}</Badge>
        ),
      text: (row) => row.role,
    },
    { header: 'Joined', from: 'md', cell: (row) => <RelativeTime at={row.createdAt} real />, text: (row) => row.createdAt },
  ];
  if (!manage) return columns;
  const remove = (row: TeamMember) =>
    mayChange(row) && (
      <Button variant="quiet" size="small" onClick={() => onRemove(row)}>
        Remove
      </Button>
    );
  return [...columns, { header: 'Actions', numeric: true, cell: remove, text: () => '' }];
}

const invitationColumns = (onCancel: (id: string) => void): Column<TeamInvitation>[] => [
  { header: 'Email', cell: (row) => <span className="font-medium">{row.email}</span>, text: (row) => row.email },
  { header: 'Role', cell: (row) => <Badge>{statusLabel(row.role)}</Badge>, text: (row) => row.role },
  { header: 'Ends', from: 'sm', cell: (row) => <RelativeTime at={row.expiresAt} real />, text: (row) => row.expiresAt },
  {
    header: 'Actions',
    numeric: true,
    cell: (row) => (
      <span className="inline-flex gap-1">
        <Button variant="quiet" size="small" onClick={() => void copyText(invitationLink(row.id), 'Link')}>
          <Copy aria-hidden /> Link
        </Button>
        <Button variant="quiet" size="small" onClick={() => onCancel(row.id)}>
          Withdraw
        </Button>
      </span>
    ),
    text: () => '',
  },
];
