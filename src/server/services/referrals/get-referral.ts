/** Reads referrals: one, a page at a time, or all that match. */
import type { ExportReferrals, ListReferrals } from '@/contract/referral';
import { DomainError } from '@/domain/errors';
import { everyReferralRow, findReferral, listReferralRows, type ReferralRow } from '@/server/db/repositories/referrals/referrals';
import type { KeysetPage } from '@/server/db/keyset';
import type { Ctx } from '@/server/platform/context';

/** @throws DomainError not_found. */
export async function getReferral(ctx: Ctx, id: string): Promise<ReferralRow> {
  return (await findReferral(ctx.organization.id, id)) ?? unknownReferral();
}

export const listReferrals = (ctx: Ctx, query: ListReferrals): Promise<KeysetPage<ReferralRow>> =>
  listReferralRows(ctx.organization.id, query);

/** Every one that matches, from one snapshot. */
export const everyReferral = (ctx: Ctx, query: ExportReferrals): AsyncIterable<ReferralRow[]> =>
  everyReferralRow(ctx.organization.id, query);

export function unknownReferral(): never {
  throw new DomainError('not_found', 'There is no such referral in your organization.', { param: 'id' });
}
