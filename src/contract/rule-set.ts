/** Rule sets on the wire: the ordered groups that the rules of a program are evaluated in (contract: "Rule sets"). */
import { z } from 'zod';
import { CampaignTerms } from './campaign-terms';
import { listQuery, pageOf, searchText, sortedBy } from './page';
import { ProgramPath } from './program';
import { Name, Timestamp, Uuid } from './primitives';

export const RuleSetKey = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z][a-z0-9_-]*$/, {
    error: 'Must begin with a lower-case letter and hold lower-case letters, digits, hyphens and underscores only.',
  })
  .meta({ examples: ['base-earning'] });

export const RuleSet = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    key: z.string(),
    name: z.string(),
    campaign: CampaignTerms.nullable().describe(
      'The terms under which the rules of the set run as a campaign; null for a set that is none.',
    ),
    order: z.int().min(1).describe('Position of the set within the program, from 1 without gaps. Sets are evaluated in this order.'),
    rule_configuration_version: z.int().min(1).describe('Current rule configuration version of the program.'),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'RuleSet' });
export type RuleSet = z.infer<typeof RuleSet>;

export const CreateRuleSet = ProgramPath.extend({
  key: RuleSetKey.describe('Key of the set, unique in the program.'),
  name: Name,
});
export type CreateRuleSet = z.infer<typeof CreateRuleSet>;

export const RuleSetPath = ProgramPath.extend({ rule_set_id: Uuid });
export type RuleSetPath = z.infer<typeof RuleSetPath>;

export const UpdateRuleSet = RuleSetPath.extend({ key: RuleSetKey.optional(), name: Name.optional() });
export type UpdateRuleSet = z.infer<typeof UpdateRuleSet>;

export const ListRuleSets = listQuery({ ...searchText, ...sortedBy(['order', 'created_at', 'name'], 'asc'), ...ProgramPath.shape });
export type ListRuleSets = z.infer<typeof ListRuleSets>;

export const RuleSetPage = pageOf(RuleSet);

/** The version that a change is based on; the change is refused when the rules have changed since. */
export const ExpectedVersion = z
  .int()
  .min(1)
  .describe(
    '`rule_configuration_version` as you last read it. If it is out of date, the request is refused with `rule_configuration_version_conflict` and changes nothing.',
  );

export const OrderRuleSets = ProgramPath.extend({
  expected_rule_configuration_version: ExpectedVersion,
  rule_set_ids: z.array(Uuid).min(1).describe('Ids of all rule sets of the program, each exactly once, in evaluation order.'),
});
export type OrderRuleSets = z.infer<typeof OrderRuleSets>;

export const RuleSetOrder = z.strictObject({ rule_configuration_version: z.int().min(1), rule_sets: z.array(RuleSet) });
export type RuleSetOrder = z.infer<typeof RuleSetOrder>;
