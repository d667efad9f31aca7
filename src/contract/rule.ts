/** Rules on the wire: a CEL condition and what happens when it holds (contract: "Rules"). */
import { z } from 'zod';
import { Budget, BudgetDefinitions } from './budget';
import { archivedToo, listQuery, pageOf, searchText, sortedBy } from './page';
import { Description, Name, Text, Timestamp, Uuid } from './primitives';
import { RuleAction } from './rule-action';
import { ExampleOverrideReason, RuleExample, RuleExamples } from './rule-example';
import { RuleWarnings } from './rule-warning';
import { RULE_STATUSES } from './choices';

export { RuleAction };

export const Rule = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    rule_set_id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    sentence: z.string().describe('What the rule does, as a plain sentence that is made of its condition, actions and budgets.'),
    condition: z.string(),
    actions: z.array(RuleAction),
    active_from: Timestamp.nullable(),
    active_to: Timestamp.nullable(),
    budgets: z.array(Budget),
    order: z.int().min(1).describe('Position of the rule within its set, from 1 without gaps.'),
    status: z.enum(RULE_STATUSES),
    stop_after_match: z
      .boolean()
      .describe(
        'Whether a match of this rule ends its rule set for the event. A rule whose budgets are used up (SKIPPED_BUDGET) does not end the set.',
      ),
    examples: z.array(RuleExample).describe('Examples of what the rule does, as `GET /v1/rules/{id}/examples` runs them.'),
    version: z.int().min(1).describe('Version of the rule; it grows with each change of the rule.'),
    rule_configuration_version: z.int().min(1).describe('Current rule configuration version of the program.'),
    warnings: RuleWarnings.optional().describe(
      'Warnings about the rule, which never block anything; none for an archived rule. Rules within a configuration leave them out: its changes answer the warnings of all rules together.',
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable(),
  })
  .meta({ id: 'Rule' });
export type Rule = z.infer<typeof Rule>;

export const RuleCondition = Text.min(1)
  .max(4000)
  .describe('CEL expression that evaluates to true or false.')
  .meta({ example: 'event.type == "purchase" && event.amount > 10' });
export const RULE_ACTIONS_MAX = 20;
const Actions = z.array(RuleAction).min(1).max(RULE_ACTIONS_MAX);
const Order = z.int().min(1);

export const CreateRule = z.strictObject({
  program_id: Uuid,
  rule_set_id: Uuid.optional().describe(
    "Rule set of the rule. When absent: the program's set with the key `default`, which is created on demand.",
  ),
  name: Name,
  description: Description.nullable().optional(),
  condition: RuleCondition,
  actions: Actions,
  active_from: Timestamp.nullable().optional().describe('First instant, by `event_timestamp`, at which the rule is active.'),
  active_to: Timestamp.nullable().optional().describe('First instant at which it is no longer active.'),
  budgets: BudgetDefinitions.default([]).describe(
    'Budgets of the rule, at most one for each asset and scope. A credit must fit into all that apply.',
  ),
  order: Order.optional().describe('Position of the rule within its set; last when absent.'),
  status: z.enum(['ACTIVE', 'SUSPENDED']).default('ACTIVE'),
  stop_after_match: z.boolean().default(false),
  examples: RuleExamples.default([]),
  example_override_reason: ExampleOverrideReason.optional(),
});
export type CreateRule = z.infer<typeof CreateRule>;

export const RulePath = z.strictObject({ id: Uuid });

export const ResetBudget = RulePath.extend({ asset_id: Uuid.describe('The asset of the budget.') });

export const UpdateRule = RulePath.extend({
  name: Name.optional(),
  description: Description.nullable().optional(),
  condition: RuleCondition.optional(),
  actions: Actions.optional(),
  active_from: Timestamp.nullable().optional(),
  active_to: Timestamp.nullable().optional(),
  budgets: BudgetDefinitions.optional().describe('Replaces all budgets of the rule. A budget that stays keeps what it has consumed.'),
  order: Order.optional().describe('New position of the rule within its set; the other rules make room.'),
  status: z.enum(RULE_STATUSES).optional().describe('Status of the rule. ARCHIVED is final.'),
  stop_after_match: z.boolean().optional(),
  examples: RuleExamples.optional(),
  example_override_reason: ExampleOverrideReason.optional(),
});
export type UpdateRule = z.infer<typeof UpdateRule>;

export const ListRules = listQuery({
  program_id: Uuid.optional(),
  rule_set_id: Uuid.optional(),
  status: z.enum(RULE_STATUSES).optional(),
  ...searchText,
  ...archivedToo,
  ...sortedBy(['order', 'created_at', 'name'], 'asc'),
});
export type ListRules = z.infer<typeof ListRules>;

export const RulePage = pageOf(Rule);
