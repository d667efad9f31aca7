/** Events on the wire: what callers send, what the service keeps, and why each rule did what it did (contract: "Event record"). */
import { z } from 'zod';
import { ACTION_RESULTS } from '@/domain/rules/actions/kind';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { IdempotencyKey, JsonObject, nameOf, ParticipantRef, Text, Timestamp, Uuid } from './primitives';
import { EVENT_STATUSES } from './choices';

export const ExternalId = nameOf(255);

/** Body of POST /v1/events and each item of a batch. */
export const EventIngestion = z
  .strictObject({
    program_id: Uuid,
    external_id: ExternalId.optional().describe('Your id of the participant; the first event enrols it.'),
    participant_id: Uuid.optional().describe('Our id of the participant, instead of `external_id`.'),
    idempotency_key: IdempotencyKey.optional().describe('The identity of the event within the program. Required.'),
    event_data: JsonObject.describe('Whatever the rules read. Numbers above 2^53 must be sent as strings.'),
    event_timestamp: Timestamp.optional().describe('When it happened; now when absent.'),
    recipient_id: Uuid.optional(),
    recipient_external_id: ExternalId.optional(),
  })
  .meta({ id: 'EventIngestion' });
export type EventIngestion = z.infer<typeof EventIngestion>;

export const EventRecord = z
  .object({
    id: Uuid,
    program_id: Uuid,
    participant_id: Uuid.nullable(),
    recipient_id: Uuid.nullable(),
    external_id: z.string().nullable(),
    event_type: z.enum(['EXTERNAL', 'SYSTEM']),
    event_data: JsonObject,
    cause_event_id: Uuid.nullable().describe('The event whose rules made this one; null for one that was sent.'),
    automation_id: Uuid.nullable().describe('The automation that made this one.'),
    idempotency_key: z.string(),
    status: z.enum(EVENT_STATUSES),
    error_code: z.string().optional().describe('On failure: a stable code.'),
    error_message: z.string().optional().describe('On failure: what to do about it.'),
    event_timestamp: Timestamp,
    received_at: Timestamp,
    processed_at: Timestamp.nullable(),
    created_at: Timestamp,
    updated_at: Timestamp,
  })
  .meta({ id: 'Event' });
export type EventRecord = z.infer<typeof EventRecord>;

export const EVALUATION_STATUSES = ['MATCHED', 'NOT_MATCHED', 'SKIPPED_BUDGET', 'SKIPPED_INACTIVE', 'SKIPPED_STOPPED', 'ERROR'] as const;

export const ActionResult = z.object({
  type: z.string(),
  result: z.enum(ACTION_RESULTS),
  target: z
    .object({ type: z.enum(['PARTICIPANT', 'GROUP', 'PROGRAM']), id: Uuid })
    .optional()
    .describe('Whom the action was about in the end.'),
  amount: z.string().optional(),
  requested: z.string().optional().describe('What a credit was to be before the budgets of its rule cut it.'),
  budget_limited: z.literal(true).optional().describe('Whether budgets cut the credit, down to nothing with SKIPPED_BUDGET.'),
  asset_id: Uuid.optional(),
  journal_entry_id: Uuid.optional(),
  key: z.string().optional().describe('The tag, or the key of the attribute, counter or tier.'),
  value: z.unknown().optional().describe('What it is afterwards.'),
  event_id: Uuid.optional().describe('The event that is scheduled.'),
  broadcast_id: Uuid.optional(),
});
export type ActionResult = z.infer<typeof ActionResult>;

export const RuleEvaluation = z
  .object({
    rule_id: Uuid,
    rule_set_id: Uuid,
    rule_name: z.string(),
    rule_version: z.int(),
    status: z.enum(EVALUATION_STATUSES),
    reason: z.string().nullable().describe('Why the rule was skipped or could not be evaluated.'),
    explanation: z
      .string()
      .nullable()
      .describe('Why the condition was not true, in one line, such as `event.amount is 37.5; 12.5 short of 50`; null unless NOT_MATCHED.'),
    trace: z
      .array(z.object({ expression: z.string(), value: z.unknown(), margin: z.string().optional() }))
      .describe('The value of each part of the condition.'),
    actions: z.array(ActionResult),
  })
  .meta({ id: 'RuleEvaluation' });
export type RuleEvaluation = z.infer<typeof RuleEvaluation>;
/** As it is kept with the event; its explanation follows from its trace. */
export type StoredEvaluation = Omit<RuleEvaluation, 'explanation'>;

export const EventDetail = EventRecord.extend({
  request_id: z
    .string()
    .nullable()
    .describe('Of the request that it goes back to, as in `/v1/logs`; null for what time or the service itself brought about.'),
  rule_configuration_version: z.int().nullable(),
  rule_evaluations: z.array(RuleEvaluation),
}).meta({ id: 'EventDetail' });
export type EventDetail = z.infer<typeof EventDetail>;

export const EVENT_BATCH_MAX = 100;

/** Each item is checked by itself: a bad one never fails its neighbours. */
export const EventBatch = z.strictObject({
  events: z
    .array(z.unknown())
    .min(1)
    .max(EVENT_BATCH_MAX)
    .meta({ items: { $ref: '#/components/schemas/EventIngestion' } }),
});

export const EventBatchResult = z.object({
  total: z.int(),
  success_count: z.int(),
  error_count: z.int(),
  results: z.array(
    z.object({
      index: z.int(),
      status: z.enum(['ACCEPTED', 'ERROR']),
      error: z.object({ code: z.string(), message: z.string(), param: z.string().optional() }).optional(),
      event: EventRecord.optional(),
    }),
  ),
});
export type EventBatchResult = z.infer<typeof EventBatchResult>;

export const EventPath = z.strictObject({ id: Uuid });

const eventFilters = {
  ...createdWindow,
  event_from: Timestamp.optional().describe('Occurred at or after this time.'),
  event_to: Timestamp.optional().describe('Occurred before this time; needs `event_from`.'),
  program_id: Uuid.optional(),
  status: z.enum(EVENT_STATUSES).optional(),
};

export const allEventFilters = {
  ...eventFilters,
  ...sortedBy(['created_at']),
  participant_id: Uuid.optional(),
  automation_id: Uuid.optional().describe('Made by this automation.'),
  external_id: ExternalId.optional(),
  idempotency_key: Text.max(255).optional(),
  error_code: Text.max(100).optional().describe('Why it failed.'),
};

export const ListEvents = listQuery(allEventFilters);
export type ListEvents = z.infer<typeof ListEvents>;

/** The query of a participant's own events. */
export const ListActivityEvents = listQuery({ ...eventFilters, ...sortedBy(['created_at']), id: ParticipantRef });
export type ListActivityEvents = z.infer<typeof ListActivityEvents>;

export const EventPage = pageOf(EventRecord);
