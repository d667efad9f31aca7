/** Challenges, settings of notices, referral programs, batches of codes and leaderboards as documents have them: the same for every program. */
import { z } from 'zod';
import { CreateChallenge } from './challenge';
import { CreateCodeBatch } from './code-batch';
import { CreateLeaderboard, PortableLeaderboardMeasure } from './leaderboard';
import { CreateNoticeSetting, PortableNoticeTerms } from './notice-setting';
import { CreateReferralProgram } from './referral-program';
import { refuseDuplicates } from './unique-names';
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

const { program_id: _ofLeaderboard, campaign_id: _leaderboardCampaign, ...leaderboard } = CreateLeaderboard.shape;
export const PortableLeaderboard = z
  .strictObject({ ...leaderboard, campaign, measure: PortableLeaderboardMeasure })
  .meta({ id: 'PortableLeaderboard' });
export type PortableLeaderboard = z.infer<typeof PortableLeaderboard>;

const ofKind = <Part extends z.ZodType<{ key: string }>>(part: Part) => z.array(part).superRefine(refuseDuplicates('key'));

/** The sections of a document. */
export const portableParts = {
  challenges: ofKind(PortableChallenge),
  notices: ofKind(PortableNotice).describe('Settings of notices.'),
  referral_programs: ofKind(PortableReferralProgram),
  code_batches: ofKind(PortableCodeBatch).describe(
    'Terms of batches of codes. No code is in a document, so that batches that are made of one start without.',
  ),
  leaderboards: ofKind(PortableLeaderboard).describe('Leaderboards, of which no score is in a document.'),
};

/** What a document changes of a part of the program that is no rule. */
export const PortablePartChange = z
  .strictObject({
    section: z.enum(['challenges', 'notices', 'referral_programs', 'code_batches', 'leaderboards']),
    change: z.enum(['CREATED', 'UPDATED', 'ARCHIVED']),
    key: z.string(),
    name: z.string(),
    sentence: z.string().describe('The part as one plain sentence, after the change.'),
    sentence_before: z.string().nullable().describe('The same before the change; null unless it is UPDATED.'),
    changes: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
  })
  .meta({ id: 'PortablePartChange' });
export type PortablePartChange = z.infer<typeof PortablePartChange>;
