/** Reads and writes groups, alone or with their state and balances. */
import type { GroupStatus } from '@/domain/groups';
import {
  contains,
  equals,
  keysetPage,
  statusFilter,
  within,
  type Condition,
  type KeysetList,
  type KeysetPage,
  type PageRequest,
} from '@/server/db/keyset';
import type { Tx } from '@/server/db/transaction';
import { EVER_MOVED, type ScaledBalanceRow } from '@/server/db/repositories/ledger/balance-list';
import { SHOWN_BALANCES } from './participants';
import { ATTRIBUTES_OF, COUNTERS_OF, TIER_MEMBERSHIPS_OF, TAGS_OF, type TierMembershipRow } from './state-reading';

export interface GroupRow {
  id: string;
  name: string;
  status: GroupStatus;
  member_count: number;
  created_at: Date;
  updated_at: Date;
  deleted_at: Date | null;
}

const COLUMNS = `g.id, g.name, g.status, g.created_at, g.updated_at, g.deleted_at,
  (SELECT count(*)::int FROM group_members m WHERE m.organization_id = g.organization_id AND m.group_id = g.id AND m.left_at IS NULL) AS member_count`;

interface GroupsQuery extends PageRequest<'created_at' | 'name'> {
  from?: string | undefined;
  to?: string | undefined;
  search?: string | undefined;
  status?: GroupStatus | undefined;
  include_archived: boolean;
  participant_id?: string | undefined;
}

const GROUPS: KeysetList<GroupsQuery['sort_by']> = {
  name: 'groups',
  select: { columns: COLUMNS, from: 'groups g' },
  sorts: { created_at: [{ sql: 'g.created_at', type: 'timestamptz' }], name: [{ sql: 'g.name', type: 'text' }] },
  id: { sql: 'g.id', type: 'uuid' },
};

export function listGroupRows(organizationId: string, query: GroupsQuery): Promise<KeysetPage<GroupRow>> {
  const { search, participant_id } = query;
  return keysetPage<GroupRow, GroupsQuery['sort_by']>(GROUPS, {
    organizationId,
    query: { ...query },
    where: [
      equals('g.organization_id', organizationId),
      ...within('g.created_at', query.from, query.to),
      ...(search === undefined ? [] : [contains(['g.name'], search)]),
      ...(participant_id === undefined ? [] : [hasMember(participant_id)]),
      ...statusFilter('g.status', query.status, query.include_archived),
    ],
  });
}

const hasMember =
  (participantId: string): Condition =>
  (bind) =>
    `EXISTS (SELECT 1 FROM group_members m WHERE m.organization_id = g.organization_id AND m.group_id = g.id AND m.participant_id = ${bind(participantId)} AND m.left_at IS NULL)`;

export interface GroupDetailRow extends GroupRow {
  tags: string[];
  attributes: Record<string, unknown>;
  /** Their current values, as decimal strings. */
  counters: Record<string, string>;
  tiers: TierMembershipRow[];
  balances: ScaledBalanceRow[];
}

const DETAIL = `${COLUMNS},
  ${TAGS_OF('g')} AS tags, ${ATTRIBUTES_OF('g')} AS attributes, ${COUNTERS_OF('g', '$3::timestamptz')} AS counters, ${TIER_MEMBERSHIPS_OF('g')} AS tiers,
  (SELECT ${SHOWN_BALANCES('b')} FROM balances b JOIN assets a ON a.organization_id = b.organization_id AND a.id = b.asset_id
     WHERE b.account_id = g.id AND b.organization_id = g.organization_id AND ${EVER_MOVED}) AS balances`;

/** A group with its state and balances, all as of one instant. @param now on the organization's clock: counters may have lapsed. */
export async function findGroupDetail(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  id: string,
  now: Date,
): Promise<GroupDetailRow | null> {
  const [row] = await tx.query<GroupDetailRow>(`SELECT ${DETAIL} FROM groups g WHERE g.organization_id = $1 AND g.id = $2`, [
    organizationId,
    id,
    now,
  ]);
  return row ?? null;
}

export async function findGroupStatus(tx: Pick<Tx, 'query'>, organizationId: string, id: string): Promise<GroupStatus | null> {
  const [row] = await tx.query<{ status: GroupStatus }>('SELECT status FROM groups WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
  ]);
  return row?.status ?? null;
}

/** The statuses of the groups that exist. */
export async function findGroupStatuses(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  ids: readonly string[],
): Promise<Map<string, GroupStatus>> {
  const rows = await tx.query<{ id: string; status: GroupStatus }>(
    'SELECT id, status FROM groups WHERE organization_id = $1 AND id = ANY ($2::uuid[])',
    [organizationId, ids],
  );
  return new Map(rows.map(({ id, status }) => [id, status]));
}

/** The group's own columns. */
export type StoredGroup = Omit<GroupRow, 'member_count'>;

/** The group, locked until the transaction ends against other changes, including those of its members. */
export async function findGroupForUpdate(tx: Tx, organizationId: string, id: string): Promise<StoredGroup | null> {
  const [row] = await tx.query<StoredGroup>(
    'SELECT id, name, status, created_at, updated_at, deleted_at FROM groups WHERE organization_id = $1 AND id = $2 FOR NO KEY UPDATE',
    [organizationId, id],
  );
  return row ?? null;
}

export async function insertGroup(
  tx: Tx,
  organizationId: string,
  { id, name, status, created_at, updated_at, deleted_at }: StoredGroup,
): Promise<void> {
  await tx.query(
    'INSERT INTO groups (id, organization_id, name, status, created_at, updated_at, deleted_at) VALUES ($1, $2, $3, $4, $5, $6, $7)',
    [id, organizationId, name, status, created_at, updated_at, deleted_at],
  );
}

/** Writes the name, status and timestamps of a group that the transaction has locked. */
export async function updateGroupRow(
  tx: Tx,
  organizationId: string,
  { id, name, status, updated_at, deleted_at }: StoredGroup,
): Promise<void> {
  await tx.query('UPDATE groups SET name = $3, status = $4, updated_at = $5, deleted_at = $6 WHERE organization_id = $1 AND id = $2', [
    organizationId,
    id,
    name,
    status,
    updated_at,
    deleted_at,
  ]);
}
