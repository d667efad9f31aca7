/** Referral programs as a section of documents; neither codes nor friends go along. */
import type { PortableReferralProgram } from '@/contract/portable-parts';
import { referralProgramSentence } from '@/domain/referrals/program-sentence';
import {
  loadProgramReferralPrograms,
  updateReferralProgramRow,
  type ReferralProgramRow,
} from '@/server/db/repositories/referrals/referral-programs';
import { changedReferralProgram, createReferralProgram, getReferralProgramForUpdate } from '@/server/services/referrals/referral-program';
import { campaignNamed, namedCampaign, type CampaignKeys } from './campaign-keys';
import { assertUnchanged, type OfProgram, type Section } from './section';

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

export const referralProgramSection = ({
  ctx,
  tx,
  programId,
  campaignIds,
  campaignKeys,
}: OfProgram): Section<ReferralProgramRow, PortableReferralProgram> => ({
  load: () => loadProgramReferralPrograms(tx, ctx.organization.id, programId),
  make: ({ campaign, ...terms }) => {
    const campaign_id = campaignNamed(campaign, campaignIds) ?? undefined;
    return createReferralProgram(ctx, tx, { ...terms, program_id: programId, campaign_id });
  },
  compare: async (id, sent) => {
    const before = await getReferralProgramForUpdate(ctx, tx, id);
    assertUnchanged(portableReferralProgram(before, campaignKeys), sent, ['campaign']);
    return { before, after: changedReferralProgram(before, changeOf(sent), ctx.clock.now()) };
  },
  write: (_before, after) => updateReferralProgramRow(tx, ctx.organization.id, after),
  archive: async (id) => {
    const before = await getReferralProgramForUpdate(ctx, tx, id);
    await updateReferralProgramRow(tx, ctx.organization.id, changedReferralProgram(before, { status: 'ARCHIVED' }, ctx.clock.now()));
  },
  portable: (row) => portableReferralProgram(row, campaignKeys),
  sentence: referralProgramSentence,
});

/** What is left out is as in a new referral program. */
const changeOf = (sent: PortableReferralProgram) => ({
  name: sent.name,
  status: sent.status,
  active_from: sent.active_from ?? null,
  active_to: sent.active_to ?? null,
  code_prefix: sent.code_prefix ?? '',
  qualifies: {
    event_types: sent.qualifies?.event_types ?? [],
    condition: sent.qualifies?.condition ?? null,
    within_days: sent.qualifies?.within_days ?? null,
  },
  max_per_referrer: sent.max_per_referrer ?? null,
  steps: sent.steps ?? [],
});
