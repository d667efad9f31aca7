/** Reads the organization's groups: one with all its details, a page of them, or the members of one. */
import type { ListGroupMembers, ListGroups } from '@/contract/group';
import { DomainError } from '@/domain/errors';
import { assertGroupActive, type GroupStatus } from '@/domain/groups';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { listGroupMemberRows, type GroupMemberRow } from '@/server/db/repositories/people/group-members';
import {
  findGroupDetail,
  findGroupForUpdate,
  findGroupStatus,
  listGroupRows,
  type GroupDetailRow,
  type GroupRow,
  type StoredGroup,
} from '@/server/db/repositories/people/groups';
import { autocommit, type Tx } from '@/server/db/transaction';

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
