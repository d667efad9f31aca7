/** Reads who belongs to an organization, and changes who owns it and whether it asks for a second factor. */
import { invariant } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import {
  holdsTwoFactor,
  listTeam,
  passOwnership,
  requiresTwoFactor,
  setRequiresTwoFactor,
  type TeamMemberRow,
} from '@/server/db/repositories/organizations/team';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';

export interface TeamView {
  readonly requireTwoFactor: boolean;
  readonly members: readonly TeamMemberRow[];
}

export async function readTeam({ organization }: Ctx): Promise<TeamView> {
  const [requireTwoFactor, members] = await Promise.all([requiresTwoFactor(organization.id), listTeam(organization.id)]);
  return { requireTwoFactor, members };
}

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

/** @throws DomainError invalid_operation when the member has left, is already an owner, or is the caller. */
export const transferOwnership = (ctx: Ctx, memberId: string): Promise<void> =>
  withTransaction(async (tx) => {
    invariant(ctx.actor.kind === 'USER', 'only a person owns an organization');
    if (!(await passOwnership(tx, ctx.organization.id, ctx.actor.userId, memberId)))
      throw new DomainError('invalid_operation', 'Choose another member who is not an owner yet.', { param: 'member_id' });
  });
