/** Reads the tiers of a program: one, or a page at a time. */
import type { ListTiers, TierPath } from '@/contract/tier';
import { DomainError } from '@/domain/errors';
import type { Ctx } from '@/server/platform/context';
import type { KeysetPage } from '@/server/db/keyset';
import { findTier, listTierRows, type TierRow } from '@/server/db/repositories/programs/tiers';
import type { Tx } from '@/server/db/transaction';
import { getProgram } from '@/server/services/programs/get-program';

/** @param tx the transaction that changed it, if not yet committed. @throws DomainError not_found. */
export async function getTier(ctx: Ctx, { id, key }: TierPath, tx?: Pick<Tx, 'query'>): Promise<TierRow> {
  return (await findTier(ctx.organization.id, id, key, tx)) ?? unknownTier();
}

/** @throws DomainError not_found (program). */
export async function listTiers(ctx: Ctx, query: ListTiers): Promise<KeysetPage<TierRow>> {
  await getProgram(ctx, query.id);
  return listTierRows(ctx.organization.id, query);
}

export function unknownTier(): never {
  throw new DomainError('not_found', 'The program has no tier with this key.', { param: 'key' });
}
