/** Transfers ownership of an organization: another member becomes its owner, and the previous owner an admin. */
import { invariant } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { passOwnership } from '@/server/db/repositories/organizations/team';
import { withTransaction } from '@/server/db/transaction';

/** @throws DomainError invalid_operation when the member has left, is already an owner, or is the caller. */
export const transferOwnership = (ctx: Ctx, memberId: string): Promise<void> =>
  withTransaction(async (tx) => {
    invariant(ctx.actor.kind === 'USER', 'only a person owns an organization');
    if (!(await passOwnership(tx, ctx.organization.id, ctx.actor.userId, memberId)))
      throw new DomainError('invalid_operation', 'Choose another member who is not an owner yet.', { param: 'member_id' });
  });
