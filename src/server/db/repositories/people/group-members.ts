/** Reads and changes group memberships, recording who made each change. Callers that change them have locked the group. */
import { only } from '@/domain/assert';
import type { GroupRole } from '@/domain/groups';
import { arraysOf, namesOf, rowsOf, type Columns } from '@/server/db/columns';
import type { GroupMemberChange } from '@/server/db/generated/client';
import { equals, keysetPage, within, type Condition, type KeysetList, type KeysetPage, type PageRequest } from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';
import type { ParticipantKey, ParticipantStatus } from '@/server/db/repositories/ledger/operation-context';

export interface GroupMemberRow {
  participant_id: string;
  external_id: string;
  role: GroupRole;
  status: 'ACTIVE' | 'LEFT';
  created_at: Date;
  updated_at: Date;
  left_at: Date | null;
}

const COLUMNS = 'm.participant_id, p.external_id, m.role, m.status, m.created_at, m.updated_at, m.left_at';
const FROM = 'group_members m JOIN participants p ON p.organization_id = m.organization_id AND p.id = m.participant_id';

interface GroupMembersQuery extends PageRequest<'created_at'> {
  id: string;
  from?: string | undefined;
  to?: string | undefined;
  role?: GroupRole | undefined;
  include_former: boolean;
}

const MEMBERS: KeysetList<'created_at'> = {
  name: 'group-members',
  select: { columns: COLUMNS, from: FROM },
  sorts: { created_at: [{ sql: 'm.created_at', type: 'timestamptz' }] },
  id: { sql: 'm.participant_id', type: 'uuid' },
};

const IS_ACTIVE: Condition = () => 'm.left_at IS NULL';
/** One row per participant, however many stays. */
const IS_LATEST_STAY: Condition = () =>
  `NOT EXISTS (SELECT 1 FROM group_members later
     WHERE later.organization_id = m.organization_id AND later.group_id = m.group_id AND later.participant_id = m.participant_id AND later.stay > m.stay)`;

export function listGroupMemberRows(organizationId: string, query: GroupMembersQuery): Promise<KeysetPage<GroupMemberRow>> {
  return keysetPage<GroupMemberRow, 'created_at'>(MEMBERS, {
    organizationId,
    query: { ...query },
    where: [
      equals('m.organization_id', organizationId),
      equals('m.group_id', query.id),
      ...within('m.created_at', query.from, query.to),
      ...(query.role === undefined ? [] : [equals('m.role', query.role)]),
      query.include_former ? IS_LATEST_STAY : IS_ACTIVE,
    ],
  });
}

/** An active member; null for anybody else. */
export async function findActiveMember(
  tx: Tx,
  organizationId: string,
  groupId: string,
  key: ParticipantKey,
): Promise<GroupMemberRow | null> {
  const [row] = await tx.query<GroupMemberRow>(
    `SELECT ${COLUMNS} FROM ${FROM}
     WHERE m.organization_id = $1 AND m.group_id = $2 AND m.left_at IS NULL AND ${'id' in key ? 'p.id = $3' : 'p.external_id = $3'}`,
    [organizationId, groupId, 'id' in key ? key.id : key.externalId],
  );
  return row ?? null;
}

export async function countAdmins(tx: Tx, organizationId: string, groupId: string): Promise<number> {
  const row = only(
    await tx.query<{ admins: number }>(
      `SELECT count(*)::int AS admins FROM group_members WHERE organization_id = $1 AND group_id = $2 AND left_at IS NULL AND role = 'ADMIN'`,
      [organizationId, groupId],
    ),
  );
  return row.admins;
}

/** A participant of the organization, as a possible member of a group. */
export interface MemberCandidate {
  readonly id: string;
  readonly externalId: string;
  readonly status: ParticipantStatus;
  readonly isMember: boolean;
}

/** Those of the ids that are participants of the organization, by id. */
export async function findCandidates(
  tx: Tx,
  organizationId: string,
  groupId: string,
  ids: readonly string[],
): Promise<Map<string, MemberCandidate>> {
  const rows = await tx.query<{ id: string; external_id: string; status: ParticipantStatus; is_member: boolean }>(
    `SELECT p.id, p.external_id, p.status, m.participant_id IS NOT NULL AS is_member
     FROM participants p LEFT JOIN group_members m ON m.organization_id = p.organization_id AND m.group_id = $2 AND m.participant_id = p.id AND m.left_at IS NULL
     WHERE p.organization_id = $1 AND p.id = ANY ($3::uuid[])`,
    [organizationId, groupId, ids],
  );
  return new Map(rows.map((row) => [row.id, { id: row.id, externalId: row.external_id, status: row.status, isMember: row.is_member }]));
}

/** Where and when memberships change, and who changes them. */
export interface MembershipScope {
  readonly organizationId: string;
  readonly groupId: string;
  readonly now: Date;
  readonly apiKeyId: string | null;
  readonly userId: string | null;
  readonly onBehalfOf: string | null;
}

interface MemberChange {
  /** The id of the change record. */
  readonly id: string;
  readonly participantId: string;
  /** The member's new role, or the one held on leaving. */
  readonly role: GroupRole;
}

export async function insertMembers(tx: Tx, scope: MembershipScope, members: readonly MemberChange[]): Promise<void> {
  await tx.query(
    `INSERT INTO group_members (organization_id, group_id, created_at, updated_at, participant_id, role, stay)
     SELECT $1, $2::uuid, $3, $3, added.participant_id, added.role,
            1 + (SELECT count(*) FROM group_members before WHERE before.organization_id = $1 AND before.group_id = $2::uuid AND before.participant_id = added.participant_id)
     FROM unnest($4::uuid[], $5::text[]) AS added (participant_id, role)`,
    [scope.organizationId, scope.groupId, scope.now, members.map((member) => member.participantId), members.map((member) => member.role)],
  );
  await record(tx, scope, 'ADD', members);
}

export async function updateMemberRole(tx: Tx, scope: MembershipScope, member: MemberChange): Promise<void> {
  await tx.query(
    'UPDATE group_members SET role = $4, updated_at = $5 WHERE organization_id = $1 AND group_id = $2 AND participant_id = $3 AND left_at IS NULL',
    [scope.organizationId, scope.groupId, member.participantId, member.role, scope.now],
  );
  await record(tx, scope, 'SET_ROLE', [member]);
}

export async function endMembership(tx: Tx, scope: MembershipScope, member: MemberChange): Promise<void> {
  await tx.query(
    'UPDATE group_members SET left_at = $4, updated_at = $4 WHERE organization_id = $1 AND group_id = $2 AND participant_id = $3 AND left_at IS NULL',
    [scope.organizationId, scope.groupId, member.participantId, scope.now],
  );
  await record(tx, scope, 'REMOVE', [member]);
}

type OfChanges = 'organization_id' | 'group_id' | 'operation' | 'on_behalf_of_participant_id' | 'api_key_id' | 'user_id' | 'created_at';
const CHANGES: Columns<GroupMemberChange, MemberChange, OfChanges> = {
  id: ['uuid', ({ id }) => id],
  participant_id: ['uuid', ({ participantId }) => participantId],
  role: ['text', ({ role }) => role],
};

async function record(
  tx: Tx,
  scope: MembershipScope,
  operation: 'ADD' | 'SET_ROLE' | 'REMOVE',
  changes: readonly MemberChange[],
): Promise<void> {
  await tx.query(
    `INSERT INTO group_member_changes (organization_id, group_id, operation, on_behalf_of_participant_id, api_key_id, user_id, created_at, ${namesOf(CHANGES)})
     SELECT $1, $2, $3, $4, $5, $6, $7, * FROM ${rowsOf(CHANGES, 8)}`,
    [
      scope.organizationId,
      scope.groupId,
      operation,
      scope.onBehalfOf,
      scope.apiKeyId,
      scope.userId,
      scope.now,
      ...arraysOf(CHANGES, changes),
    ],
  );
}
