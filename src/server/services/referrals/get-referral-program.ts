/** Reads referral programs: one, or a page at a time. */
import type { ListReferralPrograms } from '@/contract/referral-program';
import { compileCampaign } from '@/domain/campaigns/compiled';
import { DomainError } from '@/domain/errors';
import type { Openness } from '@/domain/referrals/program';
import type { KeysetPage } from '@/server/db/keyset';
import {
  findReferralCampaign,
  findReferralProgram,
  findReferralProgramForUpdate,
  listReferralProgramRows,
  type ReferralProgramRow,
} from '@/server/db/repositories/referrals/referral-programs';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';

/** @throws DomainError not_found. @param param the field that names it. */
export const getReferralProgram = async (ctx: Ctx, id: string, param = 'id'): Promise<ReferralProgramRow> =>
  (await findReferralProgram(ctx.organization.id, id)) ?? unknownReferralProgram(param);

/** Locked until the transaction ends. @throws DomainError not_found. */
export const getReferralProgramForUpdate = async (ctx: Ctx, tx: Tx, id: string, param = 'id'): Promise<ReferralProgramRow> =>
  (await findReferralProgramForUpdate(tx, ctx.organization.id, id)) ?? unknownReferralProgram(param);

export const listReferralPrograms = (ctx: Ctx, query: ListReferralPrograms): Promise<KeysetPage<ReferralProgramRow>> =>
  listReferralProgramRows(ctx.organization.id, query);

function unknownReferralProgram(param: string): never {
  throw new DomainError('not_found', 'There is no such referral program in your organization.', { param });
}

/** What decides whether friends can be brought, of the campaign too. */
export async function opennessOf(
  tx: Pick<Tx, 'query'>,
  organizationId: string,
  row: ReferralProgramRow,
): Promise<Openness & { readonly id: string; readonly withinDays: number | null }> {
  const stored = row.campaign_id === null ? null : await findReferralCampaign(tx, organizationId, row.campaign_id);
  return {
    id: row.id,
    status: row.status,
    activeFrom: row.active_from,
    activeTo: row.active_to,
    withinDays: row.within_days,
    campaign: stored && compileCampaign({ id: stored.id, name: stored.name, terms: stored.terms, createdAt: stored.created_at }),
  };
}
