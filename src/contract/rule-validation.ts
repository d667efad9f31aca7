/** Validation of a rule, or parts of one, without storing it. */
import { z } from 'zod';
import { FINDING_SCOPES } from '@/domain/rules/analyse/finding';
import { BudgetDefinitions } from './budget';
import { Text, Timestamp, Uuid } from './primitives';
import { RuleAction } from './rule-action';
import { RuleExampleResult, RuleExamples } from './rule-example';
import { RuleWarnings } from './rule-warning';

export const ValidateRule = z.strictObject({
  condition: Text.max(20_000)
    .optional()
    .describe('CEL expression that evaluates to true or false.')
    .meta({ example: 'event.type == "purchase" && event.amount > 10' }),
  actions: z.array(RuleAction).max(20).optional(),
  budgets: BudgetDefinitions.optional(),
  stop_after_match: z.boolean().optional(),
  active_from: Timestamp.nullable().optional(),
  active_to: Timestamp.nullable().optional(),
  examples: RuleExamples.optional(),
  program_id: Uuid.optional().describe(
    'Program of the rule. If given, the rule is also checked against the assets, tiers, state, recent events and other rules of the program.',
  ),
  rule_id: Uuid.optional().describe(
    'Id of a stored rule to be changed. Fields that you leave out are taken from it, and the rule is checked in its own place. You need not give its program.',
  ),
});
export type ValidateRule = z.infer<typeof ValidateRule>;

const Position = z.int().min(1).nullable();

export const RuleValidation = z
  .strictObject({
    valid: z
      .boolean()
      .describe('Whether a rule with these parts could be saved, apart from its examples: one that fails does not let the rule be ACTIVE.'),
    errors: z.array(
      z.strictObject({
        field: z.string().describe('Path of the field at fault, such as `condition` or `actions[0].amount`.'),
        message: z.string(),
        line: Position.describe('Line within the expression or template, counted from 1; null when the error is not about one.'),
        column: Position.describe('Column in characters, counted from 1.'),
      }),
    ),
    warnings: RuleWarnings,
    examples: z
      .array(RuleExampleResult)
      .nullable()
      .describe('How the examples turn out, in their order. Null unless the rule is valid, it has a condition, and its program is known.'),
    sentence: z
      .string()
      .nullable()
      .describe(
        'What the rule would do, as a plain sentence. Null unless its expressions compile, it has a condition and an action, and its program is known.',
      ),
    references: z
      .array(
        z.strictObject({
          scope: z.enum(FINDING_SCOPES),
          kind: z.enum(['event_field', 'counter', 'attribute', 'tag', 'tier', 'balance', 'enrollment']),
          key: z
            .string()
            .describe('Path in the event without `event.`, or key of the state that is read; `enrolled_at` for the time of an enrollment.'),
          dynamic: z.boolean().describe('Whether part of the path is known only when the event arrives; that part is shown as `[*]`.'),
        }),
      )
      .describe('What the expressions read. Empty unless all of them compile.'),
  })
  .meta({ id: 'RuleValidation' });
export type RuleValidation = z.infer<typeof RuleValidation>;
