/** Events on the wire: what callers send, what the service stores, and why each rule did what it did (contract: "Events"). */
import { z } from 'zod';
import { ACTION_RESULTS } from '@/domain/rules/actions/kind';
import { AskedCodes, CodeOutcome } from './code-use';
import { createdWindow, listQuery, pageOf, sortedBy } from './page';
import { IdempotencyKey, JsonObject, nameOf, ParticipantRef, Text, Timestamp, Uuid } from './primitives';
import { EVENT_STATUSES } from './choices';

export const ExternalId = nameOf(255);

/** Body of POST /v1/events and each item of a batch. */
export const EventIngestion = z
  .strictObject({
    program_id: Uuid,
    external_id: ExternalId.optional().describe('Your own id of the participant; the first event enrolls the participant.'),
    participant_id: Uuid.optional().describe('Id of the participant in the service; instead of `external_id`.'),
    idempotency_key: IdempotencyKey.optional().describe('Key that identifies the event within the program. Required.'),
    event_data: JsonObject.describe(
      'Data that the rules read, in any form. Send numbers above 2^53, or with more digits than a double keeps, as strings.',
    ),
    event_timestamp: Timestamp.optional().describe('When the event happened; now when absent.'),
    recipient_id: Uuid.optional(),
    recipient_external_id: ExternalId.optional(),
    codes: AskedCodes.optional(),
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
    codes: z.array(CodeOutcome).optional().describe('What became of its codes, only for an event that was sent with some.'),
    cause_event_id: Uuid.nullable().describe('The event whose rules created this one; null for an event that was sent.'),
    automation_id: Uuid.nullable().describe('The automation that created this event.'),
    idempotency_key: z.string(),
    status: z.enum(EVENT_STATUSES),
    error_code: z.string().optional().describe('Stable code of the failure, for a FAILED event.'),
    error_message: z.string().optional().describe('What to do about the failure, for a FAILED event.'),
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
    .describe('The holder that the action was applied to.'),
  amount: z.string().optional(),
  requested: z.string().optional().describe("Amount of the credit before the rule's budgets cut it."),
  budget_limited: z.literal(true).optional().describe('Whether budgets cut the credit; with SKIPPED_BUDGET they cut it to nothing.'),
  asset_id: Uuid.optional(),
  journal_entry_id: Uuid.optional(),
  key: z.string().optional().describe('The tag, or the key of the attribute, counter or tier.'),
  value: z.unknown().optional().describe('Value of the tag, attribute, counter or tier after the action.'),
  event_id: Uuid.optional().describe('The event that the action scheduled.'),
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
      .describe(
        'Why the condition was not true, in the words of the sentence of the rule, such as `Amount is 37.5; it must be at least 50`; null unless NOT_MATCHED.',
      ),
    trace: z
      .array(z.object({ expression: z.string(), value: z.unknown(), margin: z.string().optional() }))
      .describe('The value of each part of the condition.'),
    actions: z.array(ActionResult),
  })
  .meta({ id: 'RuleEvaluation' });
export type RuleEvaluation = z.infer<typeof RuleEvaluation>;
export const EventDetail = EventRecord.extend({
  request_id: z
    .string()
    .nullable()
    .describe('Id of the request that caused the event, as in `/v1/logs`; null if a schedule or the service itself caused it.'),
  rule_configuration_version: z.int().nullable(),
  rule_evaluations: z
    .array(RuleEvaluation)
    .describe(
      'What each rule decided. Kept for a year, or as long as the operator set in `EVALUATION_DAYS`; empty afterwards, while the status stays.',
    ),
}).meta({ id: 'EventDetail' });
export type EventDetail = z.infer<typeof EventDetail>;

export const EVENT_BATCH_MAX = 100;

/** Each item is checked by itself: an invalid one never fails the others. */
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
  event_from: Timestamp.optional().describe('Only events that occurred at or after this time.'),
  event_to: Timestamp.optional().describe('Only events that occurred before this time; needs `event_from`.'),
  program_id: Uuid.optional(),
  status: z.enum(EVENT_STATUSES).optional(),
};

export const allEventFilters = {
  ...eventFilters,
  ...sortedBy(['created_at']),
  participant_id: Uuid.optional(),
  automation_id: Uuid.optional().describe('Only events created by this automation.'),
  external_id: ExternalId.optional(),
  idempotency_key: Text.max(255).optional(),
  error_code: Text.max(100).optional().describe('Only events that failed with this error code.'),
};

export const ListEvents = listQuery(allEventFilters);
export type ListEvents = z.infer<typeof ListEvents>;

/** The query for a participant's own events. */
export const ListActivityEvents = listQuery({ ...eventFilters, ...sortedBy(['created_at']), id: ParticipantRef });
export type ListActivityEvents = z.infer<typeof ListActivityEvents>;

export const EventPage = pageOf(EventRecord);
