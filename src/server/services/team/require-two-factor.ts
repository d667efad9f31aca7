/** Sets whether an organization requires a second factor of its members. */
import { invariant } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import { holdsTwoFactor, setRequiresTwoFactor } from '@/server/db/repositories/organizations/team';
import { withTransaction } from '@/server/db/transaction';

/**
 * From the next request on, members without one can do nothing but set theirs up.
 * @throws DomainError second_factor_required when the requesting owner has none.
 */
export const requireTwoFactor = (ctx: Ctx, required: boolean): Promise<void> =>
  withTransaction(async (tx) => {
    invariant(ctx.actor.kind === 'USER', 'only a person decides what is asked of the team');
    if (required && !(await holdsTwoFactor(tx, ctx.actor.userId)))
      throw new DomainError('second_factor_required', 'Set up two-factor sign-in for your own account first.');
    await setRequiresTwoFactor(tx, ctx.organization.id, required, ctx.clock.now());
  });
