/** The rule configuration of a program on the wire: read and replaced as a whole, and as a document that fits any program, with what belongs to it. */
import { z } from 'zod';
import { withFields } from '@/domain/fields';
import type { ByAssetName } from '@/domain/rules/asset-names';
import { BudgetDefinition, checkBudgets } from './budget';
import { CAMPAIGN_BUDGETS, campaignFields, CampaignTerms } from './campaign-terms';
import { Ignored, nameOf, Timestamp, Uuid, type RefinementParams } from './primitives';
import { PortablePartChange, portableParts } from './portable-parts';
import { ProgramPath } from './program';
import { CreateRule, Rule, type RuleAction } from './rule';
import { ACTION_SCHEMAS } from './rule-action';
import { ExampleOverrideReason, RuleExample } from './rule-example';
import { ExpectedVersion, RuleSet, RuleSetKey } from './rule-set';
import { RuleWarnings } from './rule-warning';

const ClientRef = nameOf(255)
  .describe('Your own name for the rule or set, unique in the program, by which the next request finds it again.')
  .meta({ examples: ['double-points-weekend'] });
const StoredRef = z
  .string()
  .describe('Name of the rule or set in requests and documents: the one that you gave it, or one that the service chose.');
const Version = z.int().min(1);

/** Archived rules are not part of a configuration. */
const ConfiguredRuleResource = Rule.extend({ client_ref: StoredRef, status: CreateRule.shape.status.unwrap() }).meta({
  id: 'ConfiguredRule',
});
type ConfiguredRuleResource = z.infer<typeof ConfiguredRuleResource>;

const ConfiguredRuleSet = RuleSet.extend({ client_ref: StoredRef, rules: z.array(ConfiguredRuleResource) }).meta({
  id: 'ConfiguredRuleSet',
});

export const RuleConfigurationResource = z
  .strictObject({ program_id: Uuid, rule_configuration_version: Version, rule_sets: z.array(ConfiguredRuleSet) })
  .meta({ id: 'RuleConfiguration' });
export type RuleConfigurationResource = z.infer<typeof RuleConfigurationResource>;

const assetNames = {
  asset_id: Uuid.optional(),
  asset: nameOf(16)
    .optional()
    .describe('Symbol of a linked asset, instead of `asset_id`; it works in every organization.')
    .meta({ examples: ['PTS'] }),
};

type ActionSchema = (typeof ACTION_SCHEMAS)[number];
const namingAsset = (action: ActionSchema) => ('asset_id' in action.shape ? action.extend(assetNames).superRefine(checkAssetName) : action);
const [firstAction, ...otherActions] = ACTION_SCHEMAS;

// The schemas of actions are made at run time, and their type is that of RuleAction.
const ConfigurationAction = z
  .discriminatedUnion('type', [namingAsset(firstAction), ...otherActions.map(namingAsset)])
  .meta({ id: 'ConfigurationAction' }) as z.ZodType as z.ZodType<ByAssetName<RuleAction>>;

function checkAssetName({ asset_id, asset }: { asset_id?: unknown; asset?: unknown }, context: z.core.$RefinementCtx): void {
  if ((asset_id === undefined) !== (asset === undefined)) return;
  const params: RefinementParams = { reason: asset === undefined ? 'required' : 'not_allowed', expected: 'asset_id or asset' };
  context.addIssue({
    code: 'custom',
    path: ['asset_id'],
    message: 'Name the asset by exactly one of `asset_id` and `asset`.',
    params: { ...params },
  });
}

/** Fields that only the service sets, so that what was read can be sent back. */
const ignored = <Name extends string>(...names: readonly Name[]) => withFields(names, () => Ignored);

const ConfigurationBudget = BudgetDefinition.extend({ ...assetNames, ...ignored('consumed', 'next_reset_at', 'sentence') });
const ConfigurationBudgets = z
  .array(ConfigurationBudget.superRefine(checkAssetName))
  .max(40)
  .superRefine((budgets, context) =>
    checkBudgets(budgets, context, (one, other) => one.asset_id === other.asset_id && one.asset === other.asset),
  );

const { name, description, condition, active_from, active_to, status, stop_after_match, examples } = CreateRule.shape;

const SentRule = z.strictObject({
  id: Uuid.optional(),
  client_ref: ClientRef.optional(),
  name,
  description,
  condition,
  actions: z.array(ConfigurationAction).min(1).max(20),
  budgets: ConfigurationBudgets.default([]),
  active_from,
  active_to,
  status,
  stop_after_match,
  examples,
  ...ignored(
    'program_id',
    'rule_set_id',
    'order',
    'sentence',
    'version',
    'rule_configuration_version',
    'warnings',
    'created_at',
    'updated_at',
    'deleted_at',
  ),
});

/** All sets in evaluation order, each with all of its rules in evaluation order. */
export const ConfigurationRuleSets = z
  .array(
    z.strictObject({
      id: Uuid.optional(),
      client_ref: ClientRef.optional().describe(
        'Your own name for the set. When both this and `id` are absent, the set with this `key` is meant.',
      ),
      key: RuleSetKey,
      name,
      campaign: z
        .strictObject({ ...campaignFields, budgets: ConfigurationBudgets.default([]).describe(CAMPAIGN_BUDGETS) })
        .nullable()
        .optional()
        .describe('The terms under which the rules of the set run as a campaign; null or absent for a set that is none.'),
      rules: z.array(SentRule).default([]),
      ...ignored('program_id', 'order', 'rule_configuration_version', 'created_at', 'updated_at'),
    }),
  )
  .describe('All rule sets in evaluation order, each with all of its rules in order. Sets and rules that you leave out are archived.');
export type ConfigurationRuleSets = z.infer<typeof ConfigurationRuleSets>;

/** A configuration to try out, which is not stored. */
export const ConfigurationDraft = z
  .strictObject({ rule_sets: ConfigurationRuleSets, ...ignored('program_id', 'rule_configuration_version') })
  .meta({ id: 'RuleConfigurationDraft' });
export type ConfigurationDraft = z.infer<typeof ConfigurationDraft>;

const DryRun = z
  .boolean()
  .default(false)
  .describe(
    'Whether to check and compare only: the response is the same, but nothing is kept. New rules and sets get different ids in the real request.',
  );

const REPLACED = 'Found again by `key`; those that you leave out are archived. Without the section, all of them stay as they are.';

/** Beside the rules, what a document may have. */
const optionalParts = {
  challenges: portableParts.challenges.optional().describe(`Challenges of the program. ${REPLACED}`),
  notices: portableParts.notices.optional().describe(`Settings of notices of the program. ${REPLACED}`),
  referral_programs: portableParts.referral_programs.optional().describe(`Referral programs of the program. ${REPLACED}`),
  code_batches: portableParts.code_batches.optional().describe(`Terms of batches of codes. New batches have no codes yet. ${REPLACED}`),
  leaderboards: portableParts.leaderboards.optional().describe(`Leaderboards of the program. ${REPLACED}`),
};

export const PutRuleConfiguration = ProgramPath.extend({
  ...ConfigurationDraft.shape,
  ...optionalParts,
  expected_rule_configuration_version: ExpectedVersion,
  example_override_reason: ExampleOverrideReason.optional(),
  dry_run: DryRun,
});
export type PutRuleConfiguration = z.infer<typeof PutRuleConfiguration>;

/** A version number in a path, where everything is text. */
export const PathVersion = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, { error: 'Must be the number of a version, such as 3.' })
  .transform(Number)
  .describe('A `rule_configuration_version` of the program.')
  .meta({ examples: ['3'] });

export const RestoreRuleConfiguration = ProgramPath.extend({
  version: PathVersion,
  expected_rule_configuration_version: ExpectedVersion,
  example_override_reason: ExampleOverrideReason.optional(),
  dry_run: DryRun,
});
export type RestoreRuleConfiguration = z.infer<typeof RestoreRuleConfiguration>;

const item = {
  resource_type: z.enum(['RULE_SET', 'RULE']),
  id: Uuid,
  client_ref: z.string(),
  name: z.string(),
  sentence: z.string().nullable().describe('What the rule or campaign does, in plain words; null for a set that is no campaign.'),
};
const RulePosition = z.strictObject({
  rule_set_id: Uuid.nullable().describe('The set of the rule; null for a set, which belongs to the program.'),
  order: z.int().min(1),
});

export const RuleConfigurationDiff = z
  .strictObject({
    created: z.array(
      z.strictObject({
        ...item,
        to: RulePosition,
        restores_id: Uuid.nullable().describe('The archived rule or set that this new one restores; null unless this is a restore.'),
      }),
    ),
    updated: z.array(
      z.strictObject({
        ...item,
        sentence_before: z
          .string()
          .nullable()
          .describe('What the rule or campaign did before, in plain words; null for a set that was none, and when the words are the same.'),
        changes: z.array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() })),
      }),
    ),
    archived: z.array(z.strictObject({ ...item, from: RulePosition })),
    moved: z
      .array(z.strictObject({ ...item, from: RulePosition, to: RulePosition }))
      .describe('Rules and sets that moved. Those that only make room for another are not listed.'),
  })
  .meta({ id: 'RuleConfigurationDiff' });
export type RuleConfigurationDiff = z.infer<typeof RuleConfigurationDiff>;

export const RuleConfigurationChange = z
  .strictObject({
    configuration: RuleConfigurationResource.describe('The configuration after the change.'),
    diff: RuleConfigurationDiff,
    parts: z.array(PortablePartChange).describe('What changes beside the rules, in the sections that were sent.'),
    warnings: RuleWarnings,
  })
  .meta({ id: 'RuleConfigurationChange' });
export type RuleConfigurationChange = z.infer<typeof RuleConfigurationChange>;

/** Only what means the same in every program: no ids, no versions, no modification times; assets by symbol. */
export const PortableRuleConfiguration = z
  .strictObject({
    rule_sets: z.array(
      z.strictObject({
        client_ref: z.string(),
        key: z.string(),
        name: z.string(),
        campaign: CampaignTerms.extend({ budgets: z.array(BudgetDefinition.extend(assetNames)) })
          .meta({ id: 'PortableCampaignTerms' })
          .optional()
          .describe('Absent for a set that is no campaign.'),
        rules: z.array(
          z.strictObject({
            client_ref: z.string(),
            name: z.string(),
            description: z.string().nullable(),
            condition: z.string(),
            actions: z.array(ConfigurationAction),
            budgets: z.array(BudgetDefinition.extend(assetNames)),
            active_from: Timestamp.nullable(),
            active_to: Timestamp.nullable(),
            status: z.enum(['ACTIVE', 'SUSPENDED']),
            stop_after_match: z.boolean(),
            examples: z.array(RuleExample),
          }),
        ),
      }),
    ),
    ...portableParts,
  })
  .meta({ id: 'PortableRuleConfiguration' });
export type PortableRuleConfiguration = z.infer<typeof PortableRuleConfiguration>;
