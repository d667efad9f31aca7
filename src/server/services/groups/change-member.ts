/** Changes a member's role or ends the membership; the last ADMIN can be neither demoted nor removed. */
import type { GroupMemberPath, UpdateGroupMember } from '@/contract/group';
import { DomainError } from '@/domain/errors';
import { assertAdminRemains, type GroupRole } from '@/domain/groups';
import type { Ctx } from '@/server/platform/context';
import {
  countAdmins,
  endMembership,
  findActiveMember,
  updateMemberRole,
  type GroupMemberRow,
} from '@/server/db/repositories/people/group-members';
import { participantKey } from '@/server/db/repositories/ledger/operation-context';
import { withTransaction, type Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { lockMembers } from './get-group';
import { membershipScope } from './membership-scope';

/** @throws DomainError not_found (group or active member), group_archived, last_admin. */
export function setMemberRole(ctx: Ctx, { role, ...path }: UpdateGroupMember): Promise<GroupMemberRow> {
  return withTransaction(async (tx) => {
    const member = await memberToChange(ctx, tx, path, role);
    if (member.role === role) return member;
    const scope = membershipScope(ctx, path.id);
    await updateMemberRole(tx, scope, { id: newId(), participantId: member.participant_id, role });
    return { ...member, role, updated_at: scope.now };
  });
}

/** @throws DomainError not_found (group or active member), group_archived, last_admin. */
export function removeMember(ctx: Ctx, path: GroupMemberPath): Promise<void> {
  return withTransaction(async (tx) => {
    const { participant_id: participantId, role } = await memberToChange(ctx, tx, path, null);
    await endMembership(tx, membershipScope(ctx, path.id), { id: newId(), participantId, role });
  });
}

async function memberToChange(
  ctx: Ctx,
  tx: Tx,
  { id, participant_id }: GroupMemberPath,
  becomes: GroupRole | null,
): Promise<GroupMemberRow> {
  await lockMembers(ctx, tx, id);
  const member = await findActiveMember(tx, ctx.organization.id, id, participantKey(participant_id));
  if (!member) throw new DomainError('not_found', 'The participant is not an active member of the group.', { param: 'participant_id' });
  assertAdminRemains(member.role, becomes, await countAdmins(tx, ctx.organization.id, id));
  return member;
}
