/** Writes referral programs as documents have them, and makes them of documents; neither codes nor friends go along. */
import type { PortableReferralProgram } from '@/contract/portable-parts';
import type { ReferralProgramRow } from '@/server/db/repositories/referrals/referral-programs';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { createReferralProgram } from '@/server/services/referrals/put-referral-program';
import { campaignNamed, namedCampaign, type CampaignIds, type CampaignKeys } from './campaign-keys';

/** @param row not archived. */
export const portableReferralProgram = (row: ReferralProgramRow, keys: CampaignKeys): PortableReferralProgram => ({
  key: row.key,
  name: row.name,
  ...namedCampaign(row, keys),
  status: row.status === 'ACTIVE' ? 'ACTIVE' : 'PAUSED',
  active_from: row.active_from?.toISOString() ?? null,
  active_to: row.active_to?.toISOString() ?? null,
  code_prefix: row.code_prefix,
  qualifies: { event_types: row.event_types, condition: row.condition, within_days: row.within_days },
  max_per_referrer: row.max_per_referrer,
  steps: row.steps,
});

/** @throws DomainError not_found (`campaign`), key_exists, validation_error. */
export async function referralProgramFrom(
  ctx: Ctx,
  tx: Tx,
  programId: string,
  { campaign, ...terms }: PortableReferralProgram,
  campaigns: CampaignIds,
): Promise<void> {
  const campaign_id = campaignNamed(campaign, campaigns);
  await createReferralProgram(ctx, tx, { ...terms, program_id: programId, ...(campaign_id === null ? {} : { campaign_id }) });
}
