/** Change sets on the wire: changes of rules that are prepared beside what is live, published together, and taken back. */
import { z } from 'zod';
import { CHANGE_SET_STATUSES, CHANGES_MAX, CONFLICT_REASONS, RULE_CHANGE_TYPES } from '@/domain/rules/change-sets/change';
import { listQuery, pageOf, sortedBy } from './page';
import { DecimalString, JsonObject, Name, Text, Timestamp, Uuid } from './primitives';
import { ProgramPath } from './program';
import { CreateRule, UpdateRule } from './rule';
import { RuleConfigurationDiff } from './rule-configuration';
import { ExampleOverrideReason, RuleExample } from './rule-example';
import { RuleWarnings } from './rule-warning';

const CHANGE_SET_NOTE_MAX = 2000;
const Note = Text.max(CHANGE_SET_NOTE_MAX).describe('Why the rules are to change, for whoever reads the set.');
const ChangeSetStatusField = z.enum(CHANGE_SET_STATUSES);

const NewRule = CreateRule.omit({ program_id: true, example_override_reason: true });
const RuleFields = UpdateRule.omit({ id: true, example_override_reason: true });

const SentRuleChange = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('CREATE_RULE'),
      rule: NewRule.describe('The new rule, with the fields of `POST /v1/rules`.'),
    }),
    z.strictObject({
      type: z.literal('UPDATE_RULE'),
      rule_id: Uuid.describe('A rule of the program, or one that this set creates.'),
      rule: RuleFields.extend({
        status: NewRule.shape.status.unwrap().optional().describe('SUSPENDED pauses the rule, ACTIVE lets it run.'),
        rule_set_id: Uuid.optional().describe('Rule set into which the rule moves.'),
      }).describe('What is to become different, with the fields of `PATCH /v1/rules/{id}`.'),
    }),
    z.strictObject({ type: z.literal('ARCHIVE_RULE'), rule_id: Uuid }),
  ])
  .meta({ id: 'SentRuleChange' });
export type SentRuleChange = z.infer<typeof SentRuleChange>;

const SentChanges = z.array(SentRuleChange).max(CHANGES_MAX);

export const CreateChangeSet = ProgramPath.extend({
  name: Name,
  note: Note.nullable().optional(),
  changes: SentChanges.default([]).describe('The first changes; more can follow.'),
});
export type CreateChangeSet = z.infer<typeof CreateChangeSet>;

export const ChangeSetPath = z.strictObject({ id: Uuid });
export type ChangeSetPath = z.infer<typeof ChangeSetPath>;

export const UpdateChangeSet = ChangeSetPath.extend({
  name: Name.optional(),
  note: Note.nullable().optional(),
  changes: SentChanges.optional().describe(
    'Changes to add. One of a rule that the set changes already is merged into that change; fields that are as they were before drop out of it.',
  ),
  withdraw: z
    .array(Uuid)
    .max(CHANGES_MAX)
    .optional()
    .describe('Ids of rules whose changes are taken out of the set, before others are added.'),
});
export type UpdateChangeSet = z.infer<typeof UpdateChangeSet>;

export const PublishChangeSet = ChangeSetPath.extend({
  publish_at: Timestamp.optional().describe("When to publish, on the organization's clock; at once when absent."),
  example_override_reason: ExampleOverrideReason.optional(),
});
export type PublishChangeSet = z.infer<typeof PublishChangeSet>;

export const RevertChangeSet = ChangeSetPath.extend({ example_override_reason: ExampleOverrideReason.optional() });
export type RevertChangeSet = z.infer<typeof RevertChangeSet>;

export const ListChangeSets = listQuery({
  ...sortedBy(['created_at']),
  ...ProgramPath.shape,
  status: ChangeSetStatusField.optional(),
  waiting: z.boolean().default(false).describe('Whether to list only sets that are not published yet: OPEN or SCHEDULED.'),
  rule_id: Uuid.optional().describe('Only sets that change this rule.'),
});
export type ListChangeSets = z.infer<typeof ListChangeSets>;

const changedRule = {
  type: z.enum(RULE_CHANGE_TYPES),
  rule_id: Uuid.describe('The rule; the id that a new one will have.'),
  name: z.string().describe('Name of the rule after the change.'),
};

const changeSetFields = {
  id: Uuid,
  program_id: Uuid,
  name: z.string(),
  note: z.string().nullable(),
  status: ChangeSetStatusField,
  publish_at: Timestamp.nullable().describe('When it is due to be published, or was; null if no time was set.'),
  failure: z
    .strictObject({ code: z.string(), message: z.string(), at: Timestamp })
    .nullable()
    .describe('Why it could not be published when it was due; it is OPEN again. Null once it is scheduled or published again.'),
  published_at: Timestamp.nullable(),
  published_version: z.int().min(1).nullable().describe('The `rule_configuration_version` that it made.'),
  reverted_at: Timestamp.nullable(),
  reverted_version: z.int().min(1).nullable().describe('The `rule_configuration_version` that took it back.'),
  api_key_id: Uuid.nullable().describe('The key that began it.'),
  user_id: Uuid.nullable().describe('The person who began it in the dashboard.'),
  on_behalf_of: z.string().nullable().describe('The person that a trusted key named in `X-On-Behalf-Of`.'),
  created_at: Timestamp,
  updated_at: Timestamp,
};

export const ChangeSetSummary = z
  .strictObject({ ...changeSetFields, changes: z.array(z.strictObject(changedRule)) })
  .meta({ id: 'ChangeSetSummary' });
export type ChangeSetSummary = z.infer<typeof ChangeSetSummary>;
export const ChangeSetPage = pageOf(ChangeSetSummary);

/** Conditions, actions and budgets as drafted, even if they could not be published. */
const WantedRule = z
  .strictObject({
    rule_set_id: Uuid.optional(),
    order: z.int().min(1).optional(),
    name: z.string().optional(),
    description: z.string().nullable().optional(),
    condition: z.string().optional(),
    actions: z.array(JsonObject).optional(),
    budgets: z.array(JsonObject).optional(),
    active_from: Timestamp.nullable().optional(),
    active_to: Timestamp.nullable().optional(),
    status: z.enum(['ACTIVE', 'SUSPENDED']).optional(),
    stop_after_match: z.boolean().optional(),
    examples: z.array(RuleExample).optional(),
  })
  .meta({ id: 'WantedRule' });

const ChangeOfRule = z
  .strictObject({
    ...changedRule,
    base_version: z.int().min(1).nullable().describe('`version` that the rule had when the change was begun; null for a new rule.'),
    rule: WantedRule.nullable().describe('The new rule, or what becomes different; null when it is archived.'),
  })
  .meta({ id: 'RuleChange' });

export const ChangeSet = z.strictObject({ ...changeSetFields, changes: z.array(ChangeOfRule) }).meta({ id: 'ChangeSet' });
export type ChangeSet = z.infer<typeof ChangeSet>;

const Spoken = z
  .strictObject({ name: z.string(), status: z.enum(['ACTIVE', 'SUSPENDED']), sentence: z.string() })
  .nullable()
  .describe('The rule as one sentence; null when there is none.');

const ChangeSetConflict = z
  .strictObject({
    rule_id: Uuid,
    name: z.string(),
    reason: z
      .enum(CONFLICT_REASONS)
      .describe('CHANGED: the rule is another one now. ARCHIVED: it is no longer there. SET_ARCHIVED: its rule set is no longer there.'),
    fields: z.array(z.string()).describe('Fields that were changed.'),
  })
  .meta({ id: 'ChangeSetConflict' });

const ChangeSetFault = z
  .strictObject({
    code: z.string(),
    message: z.string(),
    param: z.string().nullable().describe('The field at fault, such as `changes[0].rule.condition`.'),
  })
  .meta({ id: 'ChangeSetFault' });

export const ChangeSetDiff = z
  .strictObject({
    change_set_id: Uuid,
    status: ChangeSetStatusField,
    rule_configuration_version: z
      .int()
      .min(1)
      .describe('Version of the live rules that it is compared with; for a published set, the version before it.'),
    rules: z
      .array(z.strictObject({ ...changedRule, before: Spoken, after: Spoken }))
      .describe('Every rule that becomes different, as sentences.'),
    diff: RuleConfigurationDiff.describe('The same, field by field.'),
    conflicts: z
      .array(ChangeSetConflict)
      .describe(
        'Rules that were changed or archived live since the set was begun, or since it was published: it cannot be published, or reverted, like this.',
      ),
    faults: z.array(ChangeSetFault).describe('Everything else for which publishing would be refused now.'),
    warnings: RuleWarnings,
  })
  .meta({ id: 'ChangeSetDiff' });
export type ChangeSetDiff = z.infer<typeof ChangeSetDiff>;

const estimatedSums = {
  asset_id: Uuid,
  actual: DecimalString.describe('What was really credited in the window.'),
  given: DecimalString.describe('What would have been credited.'),
  difference: DecimalString.describe('`given` less `actual`.'),
};

export const ChangeSetEstimate = z
  .strictObject({
    from: Timestamp.describe('Start of the window: midnight in UTC, 29 days ago.'),
    to: Timestamp.describe('End of the window, exclusive.'),
    exact: z.boolean().describe('Whether every event of the window was looked at, for every rule.'),
    totals: z.array(z.strictObject(estimatedSums)).describe('All rules together, by asset.'),
    rules: z.array(
      z.strictObject({
        rule_id: Uuid,
        name: z.string(),
        assets: z.array(
          z.strictObject({
            ...estimatedSums,
            margin: DecimalString.nullable().describe(
              'How far the exact figure may be from `given`, either way, in 95 of 100 samples. Null when `given` is exact.',
            ),
          }),
        ),
        failure: z
          .strictObject({ code: z.string(), message: z.string() })
          .nullable()
          .describe('Why there is no estimate of this rule; it then counts as it was.'),
      }),
    ),
  })
  .meta({ id: 'ChangeSetEstimate' });
export type ChangeSetEstimate = z.infer<typeof ChangeSetEstimate>;
