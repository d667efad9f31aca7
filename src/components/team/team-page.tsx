/** Lists the organization's members and invitations, its two-factor policy, and the assistants they connected. */
'use client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import { toast } from '@/components/ui/toast';
import type { TeamMember } from '@/contract/team';
import { TeamAssistantsPart } from '@/components/assistants/assistants-part';
import { DataTable } from '@/components/data-table/data-table';
import { useMay, useSession } from '@/components/shell/session';
import { Button } from '@/components/ui/button';
import { Part } from '@/components/ui/detail';
import { onDemand } from '@/components/ui/on-demand';
import { PageHeader } from '@/components/ui/page-header';
import { useTRPC } from '@/trpc/client';
import { failureOf } from '@/trpc/failure';
import { invitationColumns } from './invitation-columns';
import type { MemberQuestion } from './member-dialog';
import { memberColumns } from './member-columns';
import { cancelInvitation, changeRole, inviteMember, listInvitations, type TeamInvitation } from './team-api';
import { TwoFactorPolicy } from './two-factor-policy';

const InviteDialog = onDemand(() => import('./invite-dialog').then((loaded) => loaded.InviteDialog));
const MemberDialog = onDemand(() => import('./member-dialog').then((loaded) => loaded.MemberDialog));

function useTeam() {
  const { organization } = useSession();
  const { manage } = useMay();
  const trpc = useTRPC();
  const queries = useQueryClient();
  const team = useQuery(trpc.team.read.queryOptions());
  const invitationsKey = ['team', organization.id, 'invitations'];
  const invitations = useQuery({ queryKey: invitationsKey, queryFn: () => listInvitations(organization.id), enabled: manage });
  const refresh = () =>
    Promise.all([queries.invalidateQueries(trpc.team.pathFilter()), queries.invalidateQueries({ queryKey: invitationsKey })]);
  return { organization, manage, team, invitations, refresh };
}

export function TeamPage() {
  const { organization, manage, team, invitations, refresh } = useTeam();
  const { user } = useSession();
  const [inviting, setInviting] = useState(false);
  const [question, setQuestion] = useState<MemberQuestion | null>(null);
  const act = (work: Promise<unknown>) =>
    void work.catch((error: unknown) => void toast.error(failureOf(error).message)).finally(() => void refresh());
  const renew = ({ email, role }: TeamInvitation) =>
    act(
      inviteMember(organization.id, email, role).then(
        () => void toast.success('The invitation works for seven more days. Copy its new link.'),
      ),
    );
  const ask = (kind: MemberQuestion['kind']) => (member: TeamMember) => setQuestion({ kind, member });
  const invite = manage && (
    <Button variant="primary" aria-haspopup="dialog" onClick={() => setInviting(true)}>
      <UserPlus aria-hidden /> Invite
    </Button>
  );
  return (
    <>
      <PageHeader title="Team" description="The people who can see and change this organization." actions={invite} />
      <DataTable
        name="Members"
        query={team}
        rowId={(row) => row.id}
        empty={null}
        columns={memberColumns({
          viewer: organization.role,
          ownId: user.id,
          onRole: (member, role) => act(changeRole(organization.id, member.id, role)),
          onRemove: ask('remove'),
          onTransfer: ask('transfer'),
          onLeave: ask('leave'),
        })}
      />
      {manage && (invitations.error !== null || (invitations.data?.length ?? 0) > 0) && (
        <Part title="Invitations">
          <DataTable
            name="Invitations"
            query={{ ...invitations, data: invitations.data && { data: invitations.data } }}
            rowId={(row) => row.id}
            empty={null}
            columns={invitationColumns({ onRenew: renew, onCancel: (id) => act(cancelInvitation(id)) })}
          />
        </Part>
      )}
      {team.data && <TwoFactorPolicy required={team.data.require_two_factor} members={team.data.data} onChanged={refresh} />}
      {manage && <TeamAssistantsPart />}
      {inviting && <InviteDialog onClose={() => setInviting(false)} onInvited={() => void refresh()} />}
      {question && <MemberDialog question={question} onClose={() => setQuestion(null)} onDone={refresh} />}
    </>
  );
}
