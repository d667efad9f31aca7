/** Challenges, settings of notices, referral programs and batches of codes as documents have them: the same for every program. */
import { z } from 'zod';
import { CreateChallenge } from './challenge';
import { CreateCodeBatch } from './code-batch';
import { CreateNoticeSetting, PortableNoticeTerms } from './notice-setting';
import { CreateReferralProgram } from './referral-program';
import { RuleSetKey } from './rule-set';

const campaign = RuleSetKey.optional().describe('Key of the rule set of the campaign that it belongs to.');

const { program_id: _ofChallenge, campaign_id: _challengeCampaign, ...challenge } = CreateChallenge.shape;
export const PortableChallenge = z
  .strictObject({ ...challenge, campaign, status: z.enum(['DRAFT', 'ACTIVE', 'PAUSED']).default('DRAFT') })
  .meta({ id: 'PortableChallenge' });
export type PortableChallenge = z.infer<typeof PortableChallenge>;

const { program_id: _ofNotice, ...notice } = CreateNoticeSetting.shape;
export const PortableNotice = z.strictObject({ ...notice, terms: PortableNoticeTerms }).meta({ id: 'PortableNotice' });
export type PortableNotice = z.infer<typeof PortableNotice>;

const { program_id: _ofReferrals, campaign_id: _referralCampaign, ...referralProgram } = CreateReferralProgram.shape;
export const PortableReferralProgram = z.strictObject({ ...referralProgram, campaign }).meta({ id: 'PortableReferralProgram' });
export type PortableReferralProgram = z.infer<typeof PortableReferralProgram>;

const { program_id: _ofBatch, campaign_id: _batchCampaign, code: _code, count: _count, ...codeBatch } = CreateCodeBatch.shape;
/** Only terms: codes are secrets, and those of one program mean nothing in another. */
export const PortableCodeBatch = z
  .strictObject({ ...codeBatch, campaign, status: z.enum(['ACTIVE', 'PAUSED']).default('ACTIVE') })
  .meta({ id: 'PortableCodeBatch' });
export type PortableCodeBatch = z.infer<typeof PortableCodeBatch>;
