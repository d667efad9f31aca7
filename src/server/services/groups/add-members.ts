/** Adds participants to a group: all that were sent, or none. */
import type { AddGroupMembers, MembersAdded, NewMember } from '@/contract/group';
import { invariant } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { findCandidates, insertMembers, type MemberCandidate } from '@/server/db/repositories/people/group-members';
import { assertParticipantActive } from '@/domain/participants/profile';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { lockMembers } from './get-group';
import { membershipScope } from './membership-scope';

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
