/** Checking a rule, or parts of one, without storing it. */
import { z } from 'zod';
import { FINDING_SCOPES } from '@/domain/rules/analyse/finding';
import { Text, Uuid } from './primitives';
import { RuleAction } from './rule-action';
import { RuleWarnings } from './rule-warning';

export const ValidateRule = z.strictObject({
  condition: Text.max(20_000)
    .optional()
    .describe('A CEL expression that gives true or false.')
    .meta({ example: 'event.type == "purchase" && event.amount > 10' }),
  actions: z.array(RuleAction).max(20).optional(),
  program_id: Uuid.optional().describe(
    'With it, the assets, tiers, state and recent events of the program are compared, and its other rules.',
  ),
  rule_id: Uuid.optional().describe(
    'A stored rule that is to be changed: what is not given here is as it is there, and it is judged in its own place. Its program need not be named.',
  ),
});
export type ValidateRule = z.infer<typeof ValidateRule>;

const Position = z.int().min(1).nullable();

export const RuleValidation = z
  .strictObject({
    valid: z.boolean().describe('Whether a rule of these parts could be saved.'),
    errors: z.array(
      z.strictObject({
        field: z.string().describe('Such as `condition` or `actions[0].amount`.'),
        message: z.string(),
        line: Position.describe('Of the expression or template, from 1; null when it is not about one.'),
        column: Position.describe('In characters, from 1.'),
      }),
    ),
    warnings: RuleWarnings,
    references: z
      .array(
        z.strictObject({
          scope: z.enum(FINDING_SCOPES),
          kind: z.enum(['event_field', 'counter', 'attribute', 'tag', 'tier', 'balance']),
          key: z.string().describe('A path of the event without `event.`, or a key of state.'),
          dynamic: z.boolean().describe('Whether a part of the path is only known with the event; it is shown as `[*]`.'),
        }),
      )
      .describe('What the expressions read. Empty unless all of them compile.'),
  })
  .meta({ id: 'RuleValidation' });
export type RuleValidation = z.infer<typeof RuleValidation>;
