/** Creates an active group with its first members. */
import type { CreateGroup } from '@/contract/group';
import type { Ctx } from '@/server/platform/context';
import { insertGroup, type GroupDetailRow } from '@/server/db/repositories/people/groups';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { admitMembers, applicantsOf } from './add-members';
import { getGroup } from './get-group';

/** @throws DomainError not_found (a participant), participant_inactive. */
export async function createGroup(ctx: Ctx, tx: Tx, { name, members }: CreateGroup): Promise<GroupDetailRow> {
  const now = ctx.clock.now();
  const id = newId();
  await insertGroup(tx, ctx.organization.id, { id, name, status: 'ACTIVE', created_at: now, updated_at: now, deleted_at: null });
  await admitMembers(ctx, tx, id, applicantsOf(members), null);
  return getGroup(ctx, id, tx);
}
