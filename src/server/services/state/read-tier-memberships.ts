/** Reads the levels that a subject holds in tiers: a page, or one tier. */
import type { ListTierMemberships, ReadTierMembership } from '@/contract/state';
import { DomainError } from '@/domain/errors';
import type { Subject } from '@/domain/participants/state';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import type { TierMembershipRow } from '@/server/db/repositories/people/state-reading';
import { findTierMemberships, listTierMembershipRows } from '@/server/db/repositories/programs/tier-memberships';
import { autocommit, type Tx } from '@/server/db/transaction';

export const listTierMemberships = (
  ctx: Ctx,
  subject: Subject,
  query: Omit<ListTierMemberships, 'id'>,
): Promise<KeysetPage<TierMembershipRow>> => listTierMembershipRows(ctx.organization.id, subject, query);

/** @throws DomainError not_found without a level; invalid_request when tiers of several programs share the key and none is named. */
export async function getTierMembership(
  ctx: Ctx,
  subject: Subject,
  { key, program_id }: Pick<ReadTierMembership, 'key' | 'program_id'>,
  tx: Pick<Tx, 'query'> = autocommit,
): Promise<TierMembershipRow> {
  const [row, other] = await findTierMemberships(tx, ctx.organization.id, subject, key, program_id ?? null);
  if (!row) throw new DomainError('not_found', 'There is no level in a tier with this key.', { param: 'key' });
  if (other)
    throw new DomainError('invalid_request', 'Tiers of several programs have this key; name one with `program_id`.', {
      param: 'program_id',
    });
  return row;
}
