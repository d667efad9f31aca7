/**
 * Adds participants to a group, all that were sent or none, changes their roles and ends their memberships; the last ADMIN can be neither demoted nor
 * removed.
 */
import type { AddGroupMembers, GroupMemberPath, MembersAdded, NewMember, UpdateGroupMember } from '@/contract/group';
import { invariant } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import { assertAdminRemains, type GroupRole } from '@/domain/groups';
import { assertParticipantActive } from '@/domain/participants/profile';
import { participantKey } from '@/server/db/repositories/ledger/operation-context';
import {
  countAdmins,
  endMembership,
  findActiveMember,
  findCandidates,
  insertMembers,
  updateMemberRole,
  type GroupMemberRow,
  type MemberCandidate,
  type MembershipScope,
} from '@/server/db/repositories/people/group-members';
import { withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { lockMembers } from './groups';

/**
 * A single participant who is already an active member is refused; in a list, active members keep
 * their role and are named in the message.
 * @throws DomainError not_found (group or participant), group_archived, participant_inactive, member_exists.
 */
export async function addMembers(
  ctx: Ctx,
  tx: Tx,
  { id, participant_id, role = 'MEMBER', members, on_behalf_of_participant_id }: AddGroupMembers,
): Promise<MembersAdded> {
  await lockMembers(ctx, tx, id);
  const onBehalfOf = on_behalf_of_participant_id ?? null;
  if (onBehalfOf !== null) await assertKnown(ctx, tx, id, onBehalfOf);
  if (members) {
    const { added, present } = await admitMembers(ctx, tx, id, applicantsOf(members), onBehalfOf);
    return { message: countOf(added) + alreadyMembers(present) };
  }
  invariant(participant_id !== undefined, 'the contract wants one participant where there are no `members`');
  const { present } = await admitMembers(ctx, tx, id, [{ participant_id, role, field: 'participant_id' }], onBehalfOf);
  if (present.length > 0)
    throw new DomainError('member_exists', 'The participant is already an active member of the group.', { param: 'participant_id' });
  return { message: countOf(1) };
}

/** @throws DomainError not_found. */
async function assertKnown(ctx: Ctx, tx: Tx, groupId: string, onBehalfOf: string): Promise<void> {
  const known = await findCandidates(tx, ctx.organization.id, groupId, [onBehalfOf]);
  if (!known.has(onBehalfOf)) throw unknownParticipant('on_behalf_of_participant_id');
}

const unknownParticipant = (param: string): DomainError =>
  new DomainError('not_found', 'There is no such participant in your organization.', { param });

const countOf = (added: number): string => `Added ${added} ${added === 1 ? 'member' : 'members'}.`;

const alreadyMembers = (present: readonly MemberCandidate[]): string =>
  present.length === 0 ? '' : ` Already ${present.length === 1 ? 'a member' : 'members'}: ${present.map(({ id }) => id).join(', ')}.`;

/** A prospective member, and the request field that names them. */
type Applicant = NewMember & { readonly field: string };

export const applicantsOf = (members: readonly NewMember[]): Applicant[] =>
  members.map((member, index) => ({ ...member, field: `members[${index}].participant_id` }));

/**
 * Adds all applicants who are not yet active members to a group that the transaction has locked or created.
 * @returns how many were added, and who already was a member.
 * @throws DomainError not_found, participant_inactive; then no one is added.
 */
export async function admitMembers(
  ctx: Ctx,
  tx: Tx,
  groupId: string,
  applicants: readonly Applicant[],
  onBehalfOf: string | null,
): Promise<{ added: number; present: MemberCandidate[] }> {
  const candidates = await findCandidates(
    tx,
    ctx.organization.id,
    groupId,
    applicants.map((applicant) => applicant.participant_id),
  );
  const evaluated = applicants.map((applicant) => ({
    ...applicant,
    candidate: assertAdmissible(candidates.get(applicant.participant_id), applicant.field),
  }));
  const admitted = evaluated.filter(({ candidate }) => !candidate.isMember);
  const changes = admitted.map(({ candidate, role }) => ({ id: newId(), participantId: candidate.id, role }));
  if (changes.length > 0) await insertMembers(tx, membershipScope(ctx, groupId, onBehalfOf), changes);
  return { added: admitted.length, present: evaluated.filter(({ candidate }) => candidate.isMember).map(({ candidate }) => candidate) };
}

function assertAdmissible(candidate: MemberCandidate | undefined, field: string): MemberCandidate {
  if (!candidate) throw unknownParticipant(field);
  if (!candidate.isMember) assertParticipantActive(candidate, field);
  return candidate;
}

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

function membershipScope({ organization, actor, clock }: Ctx, groupId: string, onBehalfOf: string | null = null): MembershipScope {
  return {
    organizationId: organization.id,
    groupId,
    now: clock.now(),
    apiKeyId: actor.kind === 'API_KEY' ? actor.apiKeyId : null,
    userId: actor.kind === 'USER' ? actor.userId : null,
    onBehalfOf,
  };
}
