/** Automations: they emit SYSTEM events on a schedule, once, or when the state of participants comes to match a filter. */
import { z } from 'zod';
import { AUTOMATION_SCOPES, AUTOMATION_STATUSES, RUN_ORIGINS, RUN_STATUSES, TRIGGER_TYPES } from '@/domain/automations/machine';
import { namesIn } from '@/domain/fields';
import { archivedToo, createdWindow, listQuery, pageOf, sortedBy } from './page';
import { CronExpression, Description, Name, Text, Timestamp, TimeZone, Uuid, type RefinementParams } from './primitives';
import { EmittedName, EmittedPayload } from './rule-action';

const trigger = { type: z.enum(TRIGGER_TYPES), timezone: z.string(), cron_expression: z.string().nullable(), run_at: Timestamp.nullable() };
const Trigger = z.strictObject(trigger).meta({ id: 'AutomationTrigger' });

const NewTrigger = z
  .strictObject({
    type: z
      .enum(TRIGGER_TYPES)
      .describe(
        'CRON runs by `cron_expression`, ONE_TIME at `run_at`, IMMEDIATE at once. PARTICIPANT_STATE creates an event when the filter becomes true for a participant, and no further one until it has become false.',
      ),
    cron_expression: CronExpression.optional().describe(
      'Schedule as a five-field cron expression. Required for CRON. Optional for PARTICIPANT_STATE: at these times everybody is evaluated, in addition to participants whose state changes.',
    ),
    timezone: TimeZone.default('UTC').describe(
      'Time zone of `cron_expression`. A time that is skipped when clocks go forward runs later by the length of the gap; one that occurs twice runs once.',
    ),
    run_at: Timestamp.optional().describe('When the automation runs. Required for ONE_TIME.'),
  })
  .superRefine(checkTrigger);
type NewTrigger = z.infer<typeof NewTrigger>;

const NEEDS: Readonly<Record<NewTrigger['type'], { cron_expression: boolean | null; run_at: boolean }>> = {
  CRON: { cron_expression: true, run_at: false },
  ONE_TIME: { cron_expression: false, run_at: true },
  IMMEDIATE: { cron_expression: false, run_at: false },
  PARTICIPANT_STATE: { cron_expression: null, run_at: false },
};

function checkTrigger(sent: NewTrigger, context: z.core.$RefinementCtx): void {
  const needs = NEEDS[sent.type];
  for (const field of namesIn(needs)) {
    const needed = needs[field];
    if (needed === null || needed === (sent[field] !== undefined)) continue;
    const message = needed ? `Is required for ${sent.type}.` : `Does not go with ${sent.type}; leave it out.`;
    context.addIssue({
      code: 'custom',
      path: [field],
      message,
      params: { reason: needed ? 'required' : 'invalid_value' } satisfies RefinementParams,
    });
  }
}

const Cel = Text.min(1).max(4000);
const event = z.strictObject({ type: EmittedName, data: EmittedPayload });

export const Automation = z
  .strictObject({
    id: Uuid,
    program_id: Uuid,
    name: z.string(),
    description: z.string().nullable(),
    sentence: z
      .string()
      .describe('When the automation runs, what it makes and for whom, in plain words that are made of its trigger, conditions and event.')
      .meta({ examples: ['Every Friday at 18:00 in Berlin, makes the event “weekly” for each active participant.'] }),
    status: z.enum(AUTOMATION_STATUSES),
    trigger: Trigger,
    scope: z.enum(AUTOMATION_SCOPES),
    participant_filter: z.string().nullable(),
    guard_condition: z.string().nullable(),
    campaign_id: Uuid.nullable().describe('The campaign that has to be RUNNING when a run is due; null: none.'),
    event: z.strictObject({ type: z.string(), data: z.looseObject({}) }),
    next_run_at: Timestamp.nullable().describe('When the next run is due; null when none is scheduled.'),
    last_run_at: Timestamp.nullable().describe('When the last run was due.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('When the record was archived; null unless it is archived.'),
  })
  .meta({ id: 'Automation' });
export type Automation = z.infer<typeof Automation>;

const AutomationProgram = z.strictObject({ id: Uuid.describe('Id of the program.') });

/** The fields of an automation, however it is created. */
export const automationContent = {
  name: Name,
  description: Description.nullable().optional(),
  trigger: NewTrigger,
  scope: z
    .enum(AUTOMATION_SCOPES)
    .describe(
      'PROGRAM: one event without a participant, so the actions of rules must name a target. PARTICIPANTS: one event for each participant of the program.',
    ),
  participant_filter: Cel.nullable()
    .optional()
    .describe(
      'CEL expression over `participant`, `groups`, `program` and `now` that selects the participants. Every active participant when absent. Only with the scope PARTICIPANTS; required for PARTICIPANT_STATE.',
    )
    .meta({ examples: ['participant.counters.visits >= 10'] }),
  guard_condition: Cel.nullable()
    .optional()
    .describe('CEL expression over `program` and `now`, evaluated once for each run: unless it is true, the run is SKIPPED.')
    .meta({ examples: ['"open" in program.tags'] }),
  campaign_id: Uuid.nullable().optional().describe('Campaign of the program: unless it is RUNNING when a run is due, the run is SKIPPED.'),
  event: event.describe(
    'Content of the events, which becomes their `event_data`: the `type`, and `data`, whose texts are templates over the variables of the filter.',
  ),
};

interface Audience {
  readonly trigger: Pick<NewTrigger, 'type'>;
  readonly scope: (typeof AUTOMATION_SCOPES)[number];
  readonly participant_filter?: string | null | undefined;
}

/** A filter needs the scope PARTICIPANTS, and a trigger by state needs a filter. */
export function refuseMisfit({ trigger: { type }, scope, participant_filter: filter }: Audience, context: z.core.$RefinementCtx): void {
  const report = (field: string, message: string, reason: string) =>
    context.addIssue({ code: 'custom', path: [field], message, params: { reason } satisfies RefinementParams });
  if (scope === 'PROGRAM' && filter) report('participant_filter', 'Does not go with PROGRAM; leave it out.', 'invalid_value');
  if (type !== 'PARTICIPANT_STATE') return;
  if (scope !== 'PARTICIPANTS') report('scope', 'Must be PARTICIPANTS for PARTICIPANT_STATE.', 'invalid_value');
  if (!filter) report('participant_filter', 'Is required for PARTICIPANT_STATE.', 'required');
}

export const CreateAutomation = AutomationProgram.extend(automationContent).superRefine(refuseMisfit);
export type CreateAutomation = z.infer<typeof CreateAutomation>;

export const AutomationPath = AutomationProgram.extend({ automation_id: Uuid });
export type AutomationPath = z.infer<typeof AutomationPath>;

export const UpdateAutomation = AutomationPath.extend({
  name: Name.optional(),
  description: Description.nullable().optional(),
  trigger: NewTrigger.optional().describe('Replaces the whole trigger. Its type cannot change.'),
  participant_filter: automationContent.participant_filter,
  guard_condition: automationContent.guard_condition,
  campaign_id: automationContent.campaign_id,
  event: event.optional(),
  status: z
    .enum(AUTOMATION_STATUSES)
    .optional()
    .describe(
      'Status of the automation. ACTIVE and PAUSED can replace each other. CANCELLED and ARCHIVED are final and end running runs. COMPLETED cannot be set by a request.',
    ),
});
export type UpdateAutomation = z.infer<typeof UpdateAutomation>;

export const ListAutomations = listQuery({
  ...AutomationProgram.shape,
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...archivedToo,
  status: z.enum(AUTOMATION_STATUSES).optional(),
  campaign_id: Uuid.optional().describe('Only those that make events during this campaign.'),
});
export type ListAutomations = z.infer<typeof ListAutomations>;
export const AutomationPage = pageOf(Automation);

export const AutomationRun = z
  .strictObject({
    id: Uuid,
    automation_id: Uuid,
    origin: z.enum(RUN_ORIGINS).describe('What started the run: the schedule, a person or key, or a change of state.'),
    status: z
      .enum(RUN_STATUSES)
      .describe(
        'Status of the run. SKIPPED: the guard was not true, or the program or the campaign does not run. FAILED: no event could be created; `reason` says why.',
      ),
    reason: z.string().nullable(),
    due_at: Timestamp.describe('When the run was due; also the timestamp of its events.'),
    participant_count: z.int().nullable().describe('Number of participants to evaluate when the run began; null for the scope PROGRAM.'),
    evaluated_count: z.int().describe('Number of participants evaluated so far.'),
    matched_count: z.int().describe('Number of evaluated participants for whom the filter is true.'),
    event_count: z.int().describe('Number of events created so far.'),
    failed_count: z.int().describe('Number of participants for whom the filter or a template ended in an error.'),
    failures: z
      .array(z.strictObject({ participant_id: Uuid.nullable(), reason: z.string() }))
      .describe('The first 20 participants for whom the filter or a template ended in an error.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    completed_at: Timestamp.nullable(),
  })
  .meta({ id: 'AutomationRun' });
export type AutomationRun = z.infer<typeof AutomationRun>;

export const ListAutomationRuns = listQuery({
  ...AutomationPath.shape,
  ...createdWindow,
  ...sortedBy(['created_at']),
  status: z.enum(RUN_STATUSES).optional(),
});
export type ListAutomationRuns = z.infer<typeof ListAutomationRuns>;
export const AutomationRunPage = pageOf(AutomationRun);
