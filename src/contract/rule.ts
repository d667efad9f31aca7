/** Rules on the wire: a CEL condition and what happens when it holds (contract: "Rule"). */
import { z } from 'zod';
import { Budget, BudgetDefinitions } from './budget';
import { archivedToo, listQuery, pageOf, searchText, sortedBy } from './page';
import { Description, Name, Text, Timestamp, Uuid } from './primitives';
import { RuleAction } from './rule-action';
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
    condition: z.string(),
    actions: z.array(RuleAction),
    active_from: Timestamp.nullable(),
    active_to: Timestamp.nullable(),
    budgets: z.array(Budget),
    order: z.int().min(1).describe('Position within the rule set, dense from 1.'),
    status: z.enum(RULE_STATUSES),
    stop_after_match: z
      .boolean()
      .describe(
        'Whether a match ends the rule set for this event. A rule that its budgets leave nothing to do (SKIPPED_BUDGET) ends nothing.',
      ),
    version: z.int().min(1).describe('Grows with each change of this rule.'),
    rule_configuration_version: z.int().min(1).describe("The program's configuration version as it is now."),
    warnings: RuleWarnings.optional().describe(
      'Findings about a rule that was asked for by itself; they never block anything. Lists leave them out.',
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable(),
  })
  .meta({ id: 'Rule' });
export type Rule = z.infer<typeof Rule>;

const Condition = Text.min(1)
  .max(4000)
  .describe('A CEL expression that gives true or false.')
  .meta({ example: 'event.type == "purchase" && event.amount > 10' });
export const RULE_ACTIONS_MAX = 20;
const Actions = z.array(RuleAction).min(1).max(RULE_ACTIONS_MAX);
const Order = z.int().min(1);

export const CreateRule = z.strictObject({
  program_id: Uuid,
  rule_set_id: Uuid.optional().describe("Absent: the program's set with the key `default`, made on demand."),
  name: Name,
  description: Description.nullable().optional(),
  condition: Condition,
  actions: Actions,
  active_from: Timestamp.nullable().optional().describe('First instant, by `event_timestamp`, at which the rule is active.'),
  active_to: Timestamp.nullable().optional().describe('First instant at which it is no longer active.'),
  budgets: BudgetDefinitions.default([]).describe('At most one for each asset and scope. A credit must fit into both.'),
  order: Order.optional().describe('Absent: last in its set.'),
  status: z.enum(['ACTIVE', 'SUSPENDED']).default('ACTIVE'),
  stop_after_match: z.boolean().default(false),
});
export type CreateRule = z.infer<typeof CreateRule>;

export const RulePath = z.strictObject({ id: Uuid });

export const ResetBudget = RulePath.extend({ asset_id: Uuid.describe('The asset of the budget.') });

export const UpdateRule = RulePath.extend({
  name: Name.optional(),
  description: Description.nullable().optional(),
  condition: Condition.optional(),
  actions: Actions.optional(),
  active_from: Timestamp.nullable().optional(),
  active_to: Timestamp.nullable().optional(),
  budgets: BudgetDefinitions.optional().describe(
    'Replaces all budgets of the rule. What a budget that stays has consumed goes on counting.',
  ),
  order: Order.optional().describe('Moves the rule within its set; the others make room.'),
  status: z.enum(RULE_STATUSES).optional().describe('ARCHIVED is final.'),
  stop_after_match: z.boolean().optional(),
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
