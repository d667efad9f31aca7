/** Groups: teams of participants that hold balances of their own (contract: "Group membership"). */
import { z } from 'zod';
import { GROUP_ROLES, GROUP_STATUSES } from '@/domain/groups';
import { BalanceRow } from './balance';
import { archivedToo, createdWindow, listQuery, pageOf, searchText, sortedBy } from './page';
import { TierMembershipResource } from './participant';
import { DecimalString, Name, ParticipantRef, Timestamp, Uuid, type RefinementParams } from './primitives';

export const GroupStatus = z.enum(GROUP_STATUSES);
export const GroupRole = z.enum(GROUP_ROLES);

export const Group = z
  .strictObject({
    id: Uuid,
    name: z.string(),
    status: GroupStatus,
    member_count: z.int().min(0).describe('Number of active members.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'Group' });
export type Group = z.infer<typeof Group>;

export const GroupDetail = Group.extend({
  tags: z.array(z.string()),
  attributes: z.record(z.string(), z.unknown()),
  counters: z.record(z.string(), DecimalString),
  tiers: z.array(TierMembershipResource),
  balances: z.array(BalanceRow).describe('Balances of the group, one for each program and asset.'),
}).meta({ id: 'GroupDetail' });
export type GroupDetail = z.infer<typeof GroupDetail>;

const NewMember = z.strictObject({ participant_id: Uuid, role: GroupRole.default('MEMBER') });
export type NewMember = z.infer<typeof NewMember>;

const NewMembers = z.array(NewMember).min(1).max(100).superRefine(checkNamedOnce);

function checkNamedOnce(members: readonly NewMember[], context: z.core.$RefinementCtx): void {
  const seen = new Set<string>();
  members.forEach(({ participant_id }, index) => {
    if (seen.has(participant_id)) addIssue(context, [index, 'participant_id'], 'Name each participant once.', { reason: 'duplicate' });
    seen.add(participant_id);
  });
}

export const CreateGroup = z.strictObject({
  name: Name,
  members: NewMembers.refine((members) => members.some(({ role }) => role === 'ADMIN'), {
    message: 'At least one member must be an ADMIN.',
    params: { reason: 'admin_required', expected: 'a member with role ADMIN' },
  }).describe('The first members of the group; at least one must be an ADMIN.'),
});
export type CreateGroup = z.infer<typeof CreateGroup>;

export const GroupPath = z.strictObject({ id: Uuid });

export const UpdateGroup = GroupPath.extend({
  name: Name.optional(),
  status: GroupStatus.optional().describe('Status of the group. ARCHIVED is final.'),
});
export type UpdateGroup = z.infer<typeof UpdateGroup>;

export const ListGroups = listQuery({
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...searchText,
  ...archivedToo,
  status: GroupStatus.optional(),
  participant_id: Uuid.optional().describe('Only groups of which this participant is an active member.'),
});
export type ListGroups = z.infer<typeof ListGroups>;

export const GroupPage = pageOf(Group);

export const GroupMember = z
  .strictObject({
    participant_id: Uuid,
    external_id: z.string().describe('Your own id of the participant.'),
    role: GroupRole,
    status: z.enum(['ACTIVE', 'LEFT']),
    created_at: Timestamp.describe('When the participant last joined the group.'),
    updated_at: Timestamp,
    left_at: Timestamp.nullable(),
  })
  .meta({ id: 'GroupMember' });
export type GroupMember = z.infer<typeof GroupMember>;

/** One participant, or `members` for many. */
export const AddGroupMembers = GroupPath.extend({
  participant_id: Uuid.optional().describe('The participant to add. Required unless `members` is sent.'),
  role: GroupRole.optional().describe('Role of the participant in `participant_id`; MEMBER when absent.'),
  members: NewMembers.optional().describe('Many participants to add at once, instead of `participant_id` and `role`.'),
  on_behalf_of_participant_id: Uuid.optional().describe(
    'The participant who requested the change. It is recorded for audits and has no other effect.',
  ),
}).superRefine(checkOneForm);
export type AddGroupMembers = z.infer<typeof AddGroupMembers>;

function checkOneForm(body: { participant_id?: unknown; role?: unknown; members?: unknown }, context: z.core.$RefinementCtx): void {
  if (body.members === undefined && body.participant_id === undefined)
    addIssue(context, ['participant_id'], 'Send `participant_id`, or `members` for many.', { reason: 'required' });
  const excluded = body.members === undefined ? undefined : (['participant_id', 'role'] as const).find((name) => body[name] !== undefined);
  if (excluded)
    addIssue(context, [excluded], `\`${excluded}\` and \`members\` exclude one another; send one of the two forms.`, {
      code: 'invalid_request',
      reason: 'mutually_exclusive',
    });
}

function addIssue(context: z.core.$RefinementCtx, path: (string | number)[], message: string, params: RefinementParams): void {
  context.addIssue({ code: 'custom', path, message, params });
}

export const MembersAdded = z.strictObject({
  message: z.string().describe('How many participants were added, and which ones were members already.'),
});
export type MembersAdded = z.infer<typeof MembersAdded>;

export const GroupMemberPath = GroupPath.extend({ participant_id: ParticipantRef });
export type GroupMemberPath = z.infer<typeof GroupMemberPath>;

export const UpdateGroupMember = GroupMemberPath.extend({ role: GroupRole });
export type UpdateGroupMember = z.infer<typeof UpdateGroupMember>;

export const ListGroupMembers = listQuery({
  ...GroupPath.shape,
  ...createdWindow,
  ...sortedBy(['created_at']),
  role: GroupRole.optional(),
  include_former: z.boolean().default(false).describe('Whether to include members who have left.'),
});
export type ListGroupMembers = z.infer<typeof ListGroupMembers>;

export const GroupMemberPage = pageOf(GroupMember);
