/** The history of a rule configuration on the wire: every version, its content, its changes and its author. */
import { z } from 'zod';
import { CampaignTerms } from './campaign-terms';
import { listQuery, pageOf, sortedBy } from './page';
import { JsonObject, Timestamp, Uuid } from './primitives';
import { ProgramPath } from './program';
import { RuleExample } from './rule-example';
import { PathVersion, RuleConfigurationDiff } from './rule-configuration';

const Version = z.int().min(1);

export const RuleConfigurationVersion = z
  .strictObject({
    program_id: Uuid,
    rule_configuration_version: Version,
    rule_set_count: z.int().min(0),
    rule_count: z.int().min(0),
    restored_version: Version.nullable().describe('The earlier version that this version restored; null when it was not a restore.'),
    example_override_reason: z
      .string()
      .nullable()
      .describe('The reason that was given for ACTIVE rules with failing examples; null if none failed.'),
    api_key_id: Uuid.nullable().describe('The key that made the change.'),
    user_id: Uuid.nullable().describe('The person who made the change in the dashboard.'),
    on_behalf_of: z.string().nullable().describe('The person that a trusted key named in `X-On-Behalf-Of`.'),
    created_at: Timestamp,
  })
  .meta({ id: 'RuleConfigurationVersion' });
export type RuleConfigurationVersion = z.infer<typeof RuleConfigurationVersion>;

/** Conditions, actions and budgets as written at the time, even if they would not be accepted now. */
const KeptRule = z.strictObject({
  id: Uuid,
  client_ref: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  sentence: z.string().describe('What the rule did, in plain words.'),
  condition: z.string(),
  actions: z.array(JsonObject),
  budgets: z.array(JsonObject),
  active_from: Timestamp.nullable(),
  active_to: Timestamp.nullable(),
  status: z.enum(['ACTIVE', 'SUSPENDED']),
  stop_after_match: z.boolean(),
  examples: z.array(RuleExample),
  version: z.int().min(1).describe('Version of the rule itself, as in event evaluations.'),
});

const KeptCampaign = CampaignTerms.extend({
  budgets: z.array(JsonObject),
  sentence: z.string().describe('What the campaign was, in plain words.'),
});

const KeptRuleSet = z.strictObject({
  id: Uuid,
  client_ref: z.string(),
  key: z.string(),
  name: z.string(),
  campaign: KeptCampaign.nullable().describe('The terms of the campaign; null for a set that was none.'),
  rules: z.array(KeptRule),
});

export const RuleConfigurationVersionDetail = RuleConfigurationVersion.extend({
  rule_sets: z.array(KeptRuleSet),
  diff: RuleConfigurationDiff.nullable().describe('What this version changed; null when there is no version before it.'),
}).meta({ id: 'RuleConfigurationVersionDetail' });
export type RuleConfigurationVersionDetail = z.infer<typeof RuleConfigurationVersionDetail>;

export const ListRuleConfigurationVersions = listQuery({ ...sortedBy(['rule_configuration_version']), ...ProgramPath.shape });
export type ListRuleConfigurationVersions = z.infer<typeof ListRuleConfigurationVersions>;

export const RuleConfigurationVersionPage = pageOf(RuleConfigurationVersion);

export const RuleConfigurationVersionPath = ProgramPath.extend({ version: PathVersion });
export type RuleConfigurationVersionPath = z.infer<typeof RuleConfigurationVersionPath>;
