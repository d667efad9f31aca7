/** Checks the terms of a setting against the program that they are about. */
import { DomainError } from '@/domain/errors';
import { parseAmount } from '@/domain/money';
import type { NoticeTerms } from '@/domain/notices/kinds';
import { loadProgramChallenges } from '@/server/db/repositories/challenges/challenges';
import { findAsset, loadProgramAssets } from '@/server/db/repositories/programs/assets';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { naming } from '@/server/services/naming';
import { getTier } from '@/server/services/tiers/get-tier';

/**
 * @returns the symbol of the asset that they name; null for none.
 * @throws DomainError asset_not_found, asset_not_linked, invalid_amount, not_found (tier, challenge).
 */
export async function knownTerms(ctx: Ctx, tx: Pick<Tx, 'query'>, programId: string, terms: NoticeTerms): Promise<string | null> {
  if (terms.kind === 'VALUE_EXPIRES')
    return terms.asset_id === null ? null : knownAsset(ctx, tx, programId, terms.asset_id, terms.min_amount);
  if (terms.kind === 'CHALLENGE_ENDS') {
    const known =
      terms.challenge === null ||
      (await loadProgramChallenges(tx, ctx.organization.id, programId)).some(({ key }) => key === terms.challenge);
    if (!known) throw new DomainError('not_found', 'The program has no challenge with this key.', { param: 'terms.challenge' });
  }
  const tier = terms.kind === 'TIER_AT_RISK' || terms.kind === 'TIER_NEARLY_REACHED' ? terms.tier : null;
  if (tier !== null) await naming({ key: 'terms.tier' }, () => getTier(ctx, { id: programId, key: tier }, tx));
  return null;
}

async function knownAsset(ctx: Ctx, tx: Pick<Tx, 'query'>, programId: string, id: string, least: string | null): Promise<string> {
  const asset = (await loadProgramAssets(tx, ctx.organization.id, programId)).find((linked) => linked.id === id);
  if (!asset) {
    if (await findAsset(ctx.organization.id, id))
      throw new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: 'terms.asset_id' });
    throw new DomainError('asset_not_found', 'There is no such asset in your organization.', { param: 'terms.asset_id' });
  }
  if (least !== null) parseAmount(least, asset.scale, 'terms.min_amount');
  return asset.symbol;
}
