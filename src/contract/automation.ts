/** Automations: what makes SYSTEM events on a schedule, once, or when the state of participants comes to be what a filter asks for. */
import { z } from 'zod';
import { AUTOMATION_SCOPES, AUTOMATION_STATUSES, RUN_ORIGINS, RUN_STATUSES, TRIGGER_TYPES } from '@/domain/automations/machine';
import { isTimeZone } from '@/domain/automations/schedule';
import { archivedToo, createdWindow, listQuery, pageOf, sortedBy } from './page';
import { CronExpression, Description, Name, Text, Timestamp, Uuid, type RefinementParams } from './primitives';
import { EmittedName, EmittedPayload } from './rule-action';

const params = (of: RefinementParams) => of as Record<string, unknown>;

const TimeZone = Text.min(1)
  .max(64)
  .refine(isTimeZone, {
    message: 'Must be an IANA time zone such as Europe/Berlin.',
    params: params({ reason: 'invalid_format', expected: 'IANA time zone' }),
  })
  .meta({ examples: ['Europe/Berlin'] });

const trigger = { type: z.enum(TRIGGER_TYPES), timezone: z.string(), cron_expression: z.string().nullable(), run_at: Timestamp.nullable() };
const Trigger = z.strictObject(trigger).meta({ id: 'AutomationTrigger' });

const NewTrigger = z
  .strictObject({
    type: z
      .enum(TRIGGER_TYPES)
      .describe(
        'CRON runs by `cron_expression`, ONE_TIME at `run_at`, IMMEDIATE at once. PARTICIPANT_STATE makes an event when the filter comes to hold for a participant, and no other until it has ceased to hold.',
      ),
    cron_expression: CronExpression.optional().describe(
      'Required for CRON. For PARTICIPANT_STATE optional: everybody is judged at these times, besides whoever changes.',
    ),
    timezone: TimeZone.default('UTC').describe(
      'Where the clock hangs that `cron_expression` goes by. A time that is skipped when clocks change comes right after; one that comes twice counts once.',
    ),
    run_at: Timestamp.optional().describe('Required for ONE_TIME.'),
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
  for (const [field, needed] of Object.entries(NEEDS[sent.type]) as ['cron_expression' | 'run_at', boolean | null][]) {
    if (needed === null || needed === (sent[field] !== undefined)) continue;
    const message = needed ? `Is required for ${sent.type}.` : `Does not go with ${sent.type}; leave it out.`;
    context.addIssue({ code: 'custom', path: [field], message, params: params({ reason: needed ? 'required' : 'invalid_value' }) });
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
    status: z.enum(AUTOMATION_STATUSES),
    trigger: Trigger,
    scope: z.enum(AUTOMATION_SCOPES),
    participant_filter: z.string().nullable(),
    guard_condition: z.string().nullable(),
    event: z.strictObject({ type: z.string(), data: z.looseObject({}) }),
    next_run_at: Timestamp.nullable().describe('Null where nothing is scheduled.'),
    last_run_at: Timestamp.nullable().describe('When the last run was due.'),
    created_at: Timestamp,
    updated_at: Timestamp,
    deleted_at: Timestamp.nullable().describe('Set when archived.'),
  })
  .meta({ id: 'Automation' });
export type Automation = z.infer<typeof Automation>;

const AutomationProgram = z.strictObject({ id: Uuid.describe('The program.') });

/** What an automation is made of, wherever it is made. */
export const automationContent = {
  name: Name,
  description: Description.nullable().optional(),
  trigger: NewTrigger,
  scope: z
    .enum(AUTOMATION_SCOPES)
    .describe(
      'PROGRAM: one event about nobody, so that actions of rules must name a target. PARTICIPANTS: one event each for the participants of the program.',
    ),
  participant_filter: Cel.nullable()
    .optional()
    .describe(
      'CEL over `participant`, `groups`, `program` and `now`: whom it concerns. Absent: every active participant. Only with PARTICIPANTS; required for PARTICIPANT_STATE.',
    )
    .meta({ examples: ['participant.counters.visits >= 10'] }),
  guard_condition: Cel.nullable()
    .optional()
    .describe('CEL over `program` and `now`, asked once for each run: unless it holds, the run is SKIPPED.')
    .meta({ examples: ['"open" in program.tags'] }),
  event: event.describe('`event_data` of the events: `data`, whose texts are templates over what the filter reads, and `type`.'),
};

interface Audience {
  readonly trigger: Pick<NewTrigger, 'type'>;
  readonly scope: (typeof AUTOMATION_SCOPES)[number];
  readonly participant_filter?: string | null | undefined;
}

/** A filter goes with participants, and a trigger by state needs one. */
export function refuseMisfit({ trigger: { type }, scope, participant_filter: filter }: Audience, context: z.core.$RefinementCtx): void {
  const report = (field: string, message: string, reason: string) =>
    context.addIssue({ code: 'custom', path: [field], message, params: params({ reason }) });
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
  trigger: NewTrigger.optional().describe('Replaces the trigger whole; its type never changes.'),
  participant_filter: automationContent.participant_filter,
  guard_condition: automationContent.guard_condition,
  event: event.optional(),
  status: z
    .enum(AUTOMATION_STATUSES)
    .optional()
    .describe(
      'ACTIVE and PAUSED for one another; CANCELLED and ARCHIVED are final and end runs that are under way. COMPLETED is never set by hand.',
    ),
});
export type UpdateAutomation = z.infer<typeof UpdateAutomation>;

export const ListAutomations = listQuery({
  ...AutomationProgram.shape,
  ...createdWindow,
  ...sortedBy(['created_at', 'name']),
  ...archivedToo,
  status: z.enum(AUTOMATION_STATUSES).optional(),
});
export type ListAutomations = z.infer<typeof ListAutomations>;
export const AutomationPage = pageOf(Automation);

export const AutomationRun = z
  .strictObject({
    id: Uuid,
    automation_id: Uuid,
    origin: z.enum(RUN_ORIGINS).describe('Why it happens: the schedule, somebody by hand, or a change of state.'),
    status: z
      .enum(RUN_STATUSES)
      .describe('SKIPPED: the guard did not hold, or the program is not active. FAILED: nothing could be made of it; `reason` says why.'),
    reason: z.string().nullable(),
    due_at: Timestamp.describe('The timestamp of its events.'),
    participant_count: z.int().nullable().describe('How many it was to go through when it began; null for a run of the whole program.'),
    judged_count: z.int().describe('How many it has gone through.'),
    matched_count: z.int().describe('For how many of them the filter holds.'),
    event_count: z.int().describe('How many events it has made.'),
    failed_count: z.int().describe('For how many the filter or a template gave an error.'),
    failures: z.array(z.strictObject({ participant_id: Uuid.nullable(), reason: z.string() })).describe('The first 20 of them.'),
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
