/** Renames or archives a group; archiving is final. */
import type { UpdateGroup } from '@/contract/group';
import { applyGroupChange } from '@/domain/groups';
import type { Ctx } from '@/server/platform/context';
import { updateGroupRow, type GroupDetailRow } from '@/server/db/repositories/people/groups';
import { withTransaction } from '@/server/db/transaction';
import { getGroup, getGroupForUpdate } from './get-group';

/** @throws DomainError not_found, group_archived. */
export function updateGroup(ctx: Ctx, { id, ...change }: UpdateGroup): Promise<GroupDetailRow> {
  return withTransaction(async (tx) => {
    const group = await getGroupForUpdate(ctx, tx, id);
    const changed = applyGroupChange(group, change, ctx.clock.now());
    if (changed !== group) await updateGroupRow(tx, ctx.organization.id, changed);
    return getGroup(ctx, id, tx);
  });
}
