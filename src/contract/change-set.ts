/** Change sets on the wire: changes of rules, rule sets and automations that are prepared beside what is live, published together, and taken back. */
import { z } from 'zod';
import { CHANGE_SET_STATUSES, CHANGE_TYPES, CHANGES_MAX, CONFLICT_REASONS } from '@/domain/change-sets/change';
import { Automation, automationContent, refuseMisfit, UpdateAutomation } from './automation';
import { CampaignTerms, SentCampaign } from './campaign-terms';
import { listQuery, pageOf, sortedBy } from './page';
import { JsonObject, Name, Text, Timestamp, Uuid } from './primitives';
import { ProgramPath } from './program';
import { CreateRule, UpdateRule } from './rule';
import { RuleConfigurationDiff } from './rule-configuration';
import { ExampleOverrideReason, RuleExample } from './rule-example';
import { CreateRuleSet } from './rule-set';
import { RuleWarnings } from './rule-warning';

const CHANGE_SET_NOTE_MAX = 2000;
const Note = Text.max(CHANGE_SET_NOTE_MAX).describe('Why it is to change, for whoever reads the set.');
const ChangeSetStatusField = z.enum(CHANGE_SET_STATUSES);

const NewRule = CreateRule.omit({ program_id: true, example_override_reason: true });
const RuleFields = UpdateRule.omit({ id: true, example_override_reason: true });

const NewAutomation = z
  .strictObject({ ...automationContent, status: z.enum(['ACTIVE', 'PAUSED']).default('ACTIVE') })
  .superRefine(refuseMisfit);
const AutomationFields = UpdateAutomation.omit({ id: true, automation_id: true, status: true }).extend({
  scope: automationContent.scope.optional().describe('Only for an automation that this set creates.'),
  status: z.enum(['ACTIVE', 'PAUSED']).optional(),
});
const Order = z.int().min(1);
const KEPT_PLACE = 'Null: where it is, or last if it is new, whatever the set said before.';
const NewRuleSet = z.strictObject({
  key: CreateRuleSet.shape.key,
  name: Name,
  campaign: SentCampaign.nullable().optional().describe('All terms of the campaign that the set is; null for a set that is none.'),
  order: Order.optional().describe('Place among the rule sets of the program, from 1; last when absent.'),
});

const SentProgramChange = z
  .discriminatedUnion('type', [
    z.strictObject({
      type: z.literal('CREATE_RULE'),
      rule: NewRule.describe('The new rule, with the fields of `POST /v1/rules`. Its rule set may be one that this set creates.'),
    }),
    z.strictObject({
      type: z.literal('UPDATE_RULE'),
      id: Uuid.describe('A rule of the program, or one that this set creates.'),
      rule: RuleFields.extend({
        status: NewRule.shape.status.unwrap().optional().describe('SUSPENDED pauses the rule, ACTIVE lets it run.'),
        rule_set_id: Uuid.optional().describe('Rule set into which the rule moves; it may be one that this set creates.'),
        order: Order.nullable().optional().describe(`New position of the rule within its set; the other rules make room. ${KEPT_PLACE}`),
      }).describe('What is to become different, with the fields of `PATCH /v1/rules/{id}`.'),
    }),
    z.strictObject({ type: z.literal('ARCHIVE_RULE'), id: Uuid }),
    z.strictObject({ type: z.literal('CREATE_RULE_SET'), rule_set: NewRuleSet }),
    z.strictObject({
      type: z.literal('UPDATE_RULE_SET'),
      id: Uuid.describe('A rule set of the program, or one that this set creates.'),
      rule_set: NewRuleSet.partial()
        .extend({ order: Order.nullable().optional().describe(`Place among the rule sets of the program, from 1. ${KEPT_PLACE}`) })
        .describe('What is to become different.'),
    }),
    z.strictObject({
      type: z.literal('DELETE_RULE_SET'),
      id: Uuid.describe('A rule set that has no rules once the other changes are made.'),
    }),
    z.strictObject({
      type: z.literal('CREATE_AUTOMATION'),
      automation: NewAutomation.describe('The new automation, with the fields of `POST /v1/programs/{id}/automations`.'),
    }),
    z.strictObject({
      type: z.literal('UPDATE_AUTOMATION'),
      id: Uuid.describe('An automation of the program, or one that this set creates.'),
      automation: AutomationFields.describe(
        'What is to become different, with the fields of `PATCH /v1/programs/{id}/automations/{automation_id}`.',
      ),
    }),
    z.strictObject({ type: z.literal('ARCHIVE_AUTOMATION'), id: Uuid }),
  ])
  .meta({
    id: 'SentProgramChange',
    examples: [{ type: 'CREATE_RULE_SET', rule_set: { key: 'summer', name: 'Summer', order: 1 } }],
  });
export type SentProgramChange = z.infer<typeof SentProgramChange>;

const SentChanges = z.array(SentProgramChange).max(CHANGES_MAX);

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
    'Changes to add. One of what the set changes already is merged into that change; fields that are as they were before drop out of it.',
  ),
  withdraw: z
    .array(Uuid)
    .max(CHANGES_MAX)
    .optional()
    .describe(
      'Ids of rules, rule sets and automations whose changes are taken out of the set, before others are added. A rule that was to come into a rule set that is taken out stays in its own, or comes into the default one.',
    ),
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
  changed_id: Uuid.optional().describe('Only sets that change this rule, rule set or automation.'),
});
export type ListChangeSets = z.infer<typeof ListChangeSets>;

const changed = {
  type: z.enum(CHANGE_TYPES),
  id: Uuid.describe('The rule, rule set or automation; the id that a new one will have.'),
  name: z.string().describe('Its name after the change.'),
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
  .strictObject({ ...changeSetFields, changes: z.array(z.strictObject(changed)) })
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

const WantedRuleSet = z
  .strictObject({
    key: z.string().optional(),
    name: z.string().optional(),
    campaign: CampaignTerms.nullable().optional(),
    order: z.int().min(1).optional(),
  })
  .meta({ id: 'WantedRuleSet' });

const WantedAutomation = Automation.pick({
  name: true,
  description: true,
  trigger: true,
  scope: true,
  participant_filter: true,
  guard_condition: true,
  campaign_id: true,
  event: true,
})
  .partial()
  .extend({ status: z.enum(['ACTIVE', 'PAUSED']).optional() })
  .meta({ id: 'WantedAutomation' });

const DraftedChange = z
  .strictObject({
    ...changed,
    base_version: z
      .int()
      .min(1)
      .nullable()
      .describe('`version` that the rule had when the change was begun; null for what is new, and for what is no rule.'),
    rule: WantedRule.nullable().describe('The new rule, or what becomes different; null when it is archived, or for another kind.'),
    rule_set: WantedRuleSet.nullable().describe('The same of a rule set.'),
    automation: WantedAutomation.nullable().describe('The same of an automation.'),
  })
  .meta({ id: 'DraftedChange' });

export const ChangeSet = z.strictObject({ ...changeSetFields, changes: z.array(DraftedChange) }).meta({ id: 'ChangeSet' });
export type ChangeSet = z.infer<typeof ChangeSet>;

const ToldState = z
  .strictObject({
    name: z.string(),
    status: z.enum(['ACTIVE', 'SUSPENDED', 'PAUSED']).nullable().describe('Null for a rule set, which has none.'),
    sentence: z.string(),
  })
  .nullable()
  .describe('It as one sentence; null when there is none.');

const ChangeSetConflict = z
  .strictObject({
    ...changed,
    reason: z
      .enum(CONFLICT_REASONS)
      .describe(
        'CHANGED: it is another one now. ARCHIVED: it is no longer there. SET_ARCHIVED: the rule set of the rule is no longer there. ENDED: the automation is completed, cancelled or archived.',
      ),
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
    changes: z
      .array(
        z.strictObject({
          ...changed,
          before: ToldState,
          after: ToldState,
          fields: z
            .array(z.strictObject({ field: z.string(), before: z.unknown(), after: z.unknown() }))
            .describe('What becomes different in an automation, field by field; empty for rules and rule sets, which are in `diff`.'),
        }),
      )
      .describe('Every rule, rule set and automation that becomes different, as sentences.'),
    diff: RuleConfigurationDiff.describe('The rules and rule sets that become different, field by field.'),
    conflicts: z
      .array(ChangeSetConflict)
      .describe(
        'What was changed, archived or ended live since the set was begun, or since it was published: it cannot be published, or reverted, like this.',
      ),
    faults: z
      .array(ChangeSetFault)
      .describe('Everything else for which publishing would be refused now; of a published set, for which reverting it would be.'),
    warnings: RuleWarnings,
  })
  .meta({ id: 'ChangeSetDiff' });
export type ChangeSetDiff = z.infer<typeof ChangeSetDiff>;
