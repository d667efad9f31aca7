/** Examples that are kept with a rule: given an event and a state, the effects that are expected of the rule; and how they turn out. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/choices';
import { ACTION_TYPES } from '@/domain/rules/actions/catalog';
import { SUBJECTS } from '@/domain/rules/actions/fields';
import { checkFreeJson, DecimalString, nameOf, Text, type RefinementParams } from './primitives';
import { SupposedEvent, SupposedState } from './supposed-state';

const RULE_EXAMPLES_MAX = 20;
/** The maximum length of all examples of a rule as JSON, in characters. */
const EXAMPLES_JSON_MAX = 65_536;
const EFFECTS_MAX = 40;

const ExampleEffect = z.strictObject({
  type: z.enum(ACTION_TYPES).describe('Type of the action. A tier level that follows from a counter is a SET_TIER, too.'),
  target: z
    .enum(SUBJECTS)
    .optional()
    .describe(
      'Who has the effect: the ACTOR or RECIPIENT of the event, another PARTICIPANT or a GROUP that the rule names, or the PROGRAM.',
    ),
  asset: nameOf(16)
    .optional()
    .describe('Symbol of the asset.')
    .meta({ examples: ['PTS'] }),
  bucket: z.enum(BUCKETS).optional().describe('Bucket in which the value arrives, or from which it is taken.'),
  amount: DecimalString.optional().describe('Compared by its value: "5" is "5.00".'),
  key: nameOf(255).optional().describe('The tag, or the key of the attribute, counter or tier.'),
  value: z
    .unknown()
    .superRefine((value, context) => checkFreeJson(value, context))
    .optional()
    .describe('Value of the tag, attribute, counter or tier after the action. That of a counter is compared by its value.'),
});

const ExampleOutcome = z.strictObject({
  matched: z.boolean().describe('Whether the rule matches. A rule whose condition fails does not.'),
  effects: z
    .array(ExampleEffect)
    .max(EFFECTS_MAX)
    .default([])
    .describe('Everything that the rule does, in any order. Whatever an effect leaves out is not compared.'),
});

export const RuleExample = z
  .strictObject({
    name: nameOf(255).meta({ examples: ['an order of 49.99 gives nothing'] }),
    event: SupposedEvent,
    state: SupposedState.optional().describe(
      'State to assume. Everybody is new, so that whatever you leave out is empty. A recipient exists only if `recipient` is given, be it as `{}`.',
    ),
    expects: ExampleOutcome,
  })
  .meta({ id: 'RuleExample' });
export type RuleExample = z.infer<typeof RuleExample>;

export const RuleExamples = z
  .array(RuleExample)
  .max(RULE_EXAMPLES_MAX)
  .superRefine(refuseTooLong)
  .describe(
    `Examples of what the rule does, at most ${RULE_EXAMPLES_MAX} and ${EXAMPLES_JSON_MAX} characters of JSON. They run whenever the rule is saved: one that fails keeps the rule from being ACTIVE.`,
  );

function refuseTooLong(examples: readonly unknown[], context: z.core.$RefinementCtx): void {
  if (JSON.stringify(examples).length <= EXAMPLES_JSON_MAX) return;
  const params: RefinementParams = { reason: 'too_long', expected: `at most ${EXAMPLES_JSON_MAX} characters of JSON` };
  context.addIssue({
    code: 'custom',
    message: `Must not be longer than ${EXAMPLES_JSON_MAX} characters as JSON; leave out what the rule does not read.`,
    params: { ...params },
  });
}

export const ExampleOverrideReason = Text.min(1)
  .max(500)
  .describe(
    'Why the rules may be ACTIVE although examples of them fail; kept in the audit log. Only then are failing examples let pass; without any it is ignored.',
  );

export const RuleExampleResult = z
  .strictObject({
    name: z.string(),
    passed: z.boolean(),
    expected: ExampleOutcome,
    got: ExampleOutcome.extend({
      reason: z.string().nullable().describe('Why the rule did nothing; null if it did something, or has no more to say.'),
      failure: z
        .strictObject({ code: z.string(), message: z.string() })
        .nullable()
        .describe('Why the event would fail as a whole. Such an example never passes.'),
    }),
  })
  .meta({ id: 'RuleExampleResult' });
export type RuleExampleResult = z.infer<typeof RuleExampleResult>;

export const RuleExampleRun = z
  .strictObject({
    passed: z.boolean().describe('Whether all examples pass; true when there are none.'),
    examples: z.array(RuleExampleResult).describe('In the order in which the rule has them.'),
  })
  .meta({ id: 'RuleExampleRun' });
export type RuleExampleRun = z.infer<typeof RuleExampleRun>;
