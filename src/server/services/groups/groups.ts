/** Creates, reads, renames and archives groups; archiving is final. */
import type { CreateGroup, ListGroupMembers, ListGroups, UpdateGroup } from '@/contract/group';
import { DomainError } from '@/domain/errors';
import { applyGroupChange, assertGroupActive, type GroupStatus } from '@/domain/groups';
import type { KeysetPage } from '@/server/db/keyset';
import { listGroupMemberRows, type GroupMemberRow } from '@/server/db/repositories/people/group-members';
import {
  findGroupDetail,
  findGroupForUpdate,
  findGroupStatus,
  insertGroup,
  listGroupRows,
  updateGroupRow,
  type GroupDetailRow,
  type GroupRow,
  type StoredGroup,
} from '@/server/db/repositories/people/groups';
import { autocommit, withTransaction, type Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newId } from '@/server/platform/ids';
import { admitMembers, applicantsOf } from './members';

/** @throws DomainError not_found (a participant), participant_inactive. */
export async function createGroup(ctx: Ctx, tx: Tx, { name, members }: CreateGroup): Promise<GroupDetailRow> {
  const now = ctx.clock.now();
  const id = newId();
  await insertGroup(tx, ctx.organization.id, { id, name, status: 'ACTIVE', created_at: now, updated_at: now, deleted_at: null });
  await admitMembers(ctx, tx, id, applicantsOf(members), null);
  return getGroup(ctx, id, tx);
}

/** @throws DomainError not_found. */
export async function getGroup(ctx: Ctx, id: string, tx: Pick<Tx, 'query'> = autocommit): Promise<GroupDetailRow> {
  return (await findGroupDetail(tx, ctx.organization.id, id, ctx.clock.now())) ?? unknownGroup();
}

/** The group, locked until the transaction ends. @throws DomainError not_found. */
export async function getGroupForUpdate(ctx: Ctx, tx: Tx, id: string): Promise<StoredGroup> {
  return (await findGroupForUpdate(tx, ctx.organization.id, id)) ?? unknownGroup();
}

/** Locks the group for a membership change. @throws DomainError not_found, group_archived. */
export async function lockMembers(ctx: Ctx, tx: Tx, id: string): Promise<void> {
  assertGroupActive((await getGroupForUpdate(ctx, tx, id)).status, 'id');
}

/** @throws DomainError not_found. */
export async function groupStatus(ctx: Ctx, tx: Pick<Tx, 'query'>, id: string): Promise<GroupStatus> {
  return (await findGroupStatus(tx, ctx.organization.id, id)) ?? unknownGroup();
}

export const listGroups = (ctx: Ctx, query: ListGroups): Promise<KeysetPage<GroupRow>> => listGroupRows(ctx.organization.id, query);

/** @throws DomainError not_found. */
export async function listGroupMembers(ctx: Ctx, query: ListGroupMembers): Promise<KeysetPage<GroupMemberRow>> {
  await groupStatus(ctx, autocommit, query.id);
  return listGroupMemberRows(ctx.organization.id, query);
}

function unknownGroup(): never {
  throw new DomainError('not_found', 'There is no such group in your organization.', { param: 'id' });
}

/** @throws DomainError not_found, group_archived. */
export function updateGroup(ctx: Ctx, { id, ...change }: UpdateGroup): Promise<GroupDetailRow> {
  return withTransaction(async (tx) => {
    const group = await getGroupForUpdate(ctx, tx, id);
    const changed = applyGroupChange(group, change, ctx.clock.now());
    if (changed !== group) await updateGroupRow(tx, ctx.organization.id, changed);
    return getGroup(ctx, id, tx);
  });
}
