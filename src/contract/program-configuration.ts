/** A whole program as a document that means the same in every organization, and the creation of a program from one. */
import { z } from 'zod';
import { AssetSymbol, CreateAsset } from './asset';
import { automationContent, refuseMisfit } from './automation';
import { portableParts } from './portable-parts';
import { Name, Uuid, type RefinementParams } from './primitives';
import { CreateProgram, Program } from './program';
import { CreateReward } from './reward';
import { ConfigurationRuleSets } from './rule-configuration';
import { ExampleOverrideReason } from './rule-example';
import { RuleSetKey } from './rule-set';
import { CreateTier, refuseUnsound } from './tier';
import { refuseDuplicates } from './unique-names';

const SKIPPED_KINDS = [
  'ASSET',
  'WALLET',
  'RULE',
  'REWARD',
  'AUTOMATION',
  'CHALLENGE',
  'NOTICE',
  'REFERRAL_PROGRAM',
  'CODE_BATCH',
  'CODES',
  'LEADERBOARD',
] as const;
const SKIP_REASONS = [
  'ARCHIVED',
  'BALANCE_NOT_COPIED',
  'CODES_NOT_COPIED',
  'ASSET_NOT_AVAILABLE',
  'TIER_NOT_AVAILABLE',
  'CHALLENGE_NOT_AVAILABLE',
  'CAMPAIGN_NOT_AVAILABLE',
  'HOLDER_NOT_FOUND',
  'PROVIDER_BACKED',
  'COMPLETED',
  'TIME_PASSED',
] as const;

/** Something that a program has and its copy does not. */
export const SkippedPart = z
  .strictObject({
    kind: z.enum(SKIPPED_KINDS),
    key: z
      .string()
      .describe(
        'What was skipped: the symbol of an asset or wallet, the `client_ref` of a rule, the name of a reward or automation, or the `key` of anything else; of codes, that of their batch.',
      ),
    reason: z
      .enum(SKIP_REASONS)
      .describe(
        'Why it was skipped. ARCHIVED: the asset is archived. BALANCE_NOT_COPIED: the wallet starts empty; fund it. CODES_NOT_COPIED: the batch starts without codes. ASSET_NOT_AVAILABLE: the asset that it needs is archived or no longer linked. TIER_NOT_AVAILABLE: the tier that it names is archived. CHALLENGE_NOT_AVAILABLE: the challenge that it names is not copied. CAMPAIGN_NOT_AVAILABLE: its campaign has been deleted. HOLDER_NOT_FOUND: the rule or leaderboard names a participant or group by an id that this organization does not have. PROVIDER_BACKED: the reward needs an account with a provider. COMPLETED: the automation has run for the last time. TIME_PASSED: the only run of the automation, or the end of the leaderboard, is in the past.',
      ),
  })
  .meta({ id: 'SkippedPart' });
export type SkippedPart = z.infer<typeof SkippedPart>;

const { name: _name, ...programSettings } = CreateProgram.shape;
const { program_ids: _programs, ...assetContent } = CreateAsset.shape;
const { id: _tierProgram, ...tierContent } = CreateTier.shape;
const { id: _rewardProgram, asset_id: _asset, reward_source_id: _source, product_id: _product, ...rewardContent } = CreateReward.shape;

const { campaign_id: _campaign, ...automation } = automationContent;
const PortableAutomation = z
  .strictObject({
    ...automation,
    campaign: RuleSetKey.optional().describe('Key of the rule set of the campaign that has to be RUNNING when a run is due.'),
    status: z.enum(['ACTIVE', 'PAUSED']).default('ACTIVE'),
  })
  .superRefine(refuseMisfit);

/** Only what means the same in every organization: no ids, no modification times, no balances; assets by symbol. */
export const ProgramConfiguration = z
  .strictObject({
    program: z.strictObject(programSettings).prefault({}),
    assets: z
      .array(z.strictObject(assetContent))
      .default([])
      .superRefine(refuseDuplicates('symbol'))
      .describe(
        'Assets of the program. If the organization already has an asset with the same symbol, that asset is used; its scale, inventory mode and issuance policy must be the same.',
      ),
    tiers: z.array(z.strictObject(tierContent).superRefine(refuseUnsound)).default([]).superRefine(refuseDuplicates('key')),
    rule_sets: ConfigurationRuleSets.default([]),
    rewards: z
      .array(z.strictObject({ ...rewardContent, asset: AssetSymbol.describe('Symbol of the asset in which the reward is paid.') }))
      .default([])
      .superRefine(refuseDuplicates('name')),
    automations: z.array(PortableAutomation).default([]),
    challenges: portableParts.challenges.default([]),
    notices: portableParts.notices.default([]),
    referral_programs: portableParts.referral_programs.default([]),
    code_batches: portableParts.code_batches.default([]),
    leaderboards: portableParts.leaderboards.default([]),
    skipped: z.array(SkippedPart).default([]).describe('Parts of the exported program that this document leaves out.'),
  })
  .meta({ id: 'ProgramConfiguration' });
export type ProgramConfiguration = z.infer<typeof ProgramConfiguration>;

export const CloneProgram = z
  .strictObject({
    name: Name.describe('Name of the new program.'),
    source_program_id: Uuid.optional().describe('Program of the same organization to copy.'),
    configuration: ProgramConfiguration.optional().describe('An export of a program of any organization, instead of `source_program_id`.'),
    example_override_reason: ExampleOverrideReason.optional(),
  })
  .superRefine(({ source_program_id, configuration }, context) => {
    if ((source_program_id === undefined) !== (configuration === undefined)) return;
    const params: RefinementParams = {
      reason: configuration ? 'not_allowed' : 'required',
      expected: 'source_program_id or configuration',
    };
    context.addIssue({
      code: 'custom',
      path: ['source_program_id'],
      message: 'Send exactly one of `source_program_id` and `configuration`.',
      params: { ...params },
    });
  });
export type CloneProgram = z.infer<typeof CloneProgram>;

const count = z.int().min(0);

export const ProgramClone = Program.extend({
  copied: z
    .strictObject({
      assets: count,
      tiers: count,
      rule_sets: count,
      rules: count,
      rewards: count,
      automations: count,
      challenges: count,
      notices: count,
      referral_programs: count,
      code_batches: count,
      leaderboards: count,
    })
    .describe('Number of parts of each kind in the new program, including assets that the organization already had.'),
  skipped: z.array(SkippedPart).describe('Parts of the original program that the new one lacks.'),
}).meta({ id: 'ProgramClone' });
export type ProgramClone = z.infer<typeof ProgramClone>;
