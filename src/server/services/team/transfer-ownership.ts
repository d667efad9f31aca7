/** Hands an organization over: somebody else becomes its owner, and whoever was becomes an admin. */
import { invariant } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/context';
import { passOwnership } from '@/server/db/repositories/team';
import { withTransaction } from '@/server/db/transaction';

/** @throws DomainError invalid_operation when the member has left, owns it already, or is the owner who asks. */
export const transferOwnership = (ctx: Ctx, memberId: string): Promise<void> =>
  withTransaction(async (tx) => {
    invariant(ctx.actor.kind === 'USER', 'only a person owns an organization');
    if (!(await passOwnership(tx, ctx.organization.id, ctx.actor.userId, memberId)))
      throw new DomainError('invalid_operation', 'Choose another member who is not an owner yet.', { param: 'member_id' });
  });
