/** What can be supposed when rules are tried: an event, and the state of those whom it is about. */
import { z } from 'zod';
import { Attributes, STATE_BATCH_MAX, stateRecord, Tag } from './participant';
import { MAX_CODES_OF_EVENT } from '@/domain/codes/text';
import { CodeBatchKey, CodeText } from './code-use';
import { DecimalString, JsonObject, nameOf, Timestamp, Uuid } from './primitives';
import { CounterNumber } from './state';

export const SupposedEvent = z.strictObject({
  event_data: JsonObject,
  event_timestamp: Timestamp.optional().describe('When the event would happen; now when absent.'),
  codes: z
    .array(z.strictObject({ batch: CodeBatchKey, code: CodeText.optional(), campaign_id: Uuid.optional() }))
    .max(MAX_CODES_OF_EVENT)
    .optional()
    .describe(
      'Codes to assume that apply to the event, by the keys of their batches: what rules read as `codes`. None is looked up or used.',
    ),
});

const SupposedAmount = DecimalString.refine((text) => !text.startsWith('-'), {
  message: 'Must not be below zero.',
  params: { reason: 'out_of_range', expected: 'at least 0' },
});

const state = {
  tags: z.array(Tag).max(STATE_BATCH_MAX).optional().describe('Tags that replace all stored tags.'),
  attributes: Attributes.optional(),
  counters: stateRecord(CounterNumber).optional(),
  tiers: stateRecord(z.strictObject({ level: nameOf(255), rank: z.int().min(0) })).optional(),
};

const SupposedProgram = z.strictObject(state);
const SupposedPerson = z.strictObject({
  ...state,
  enrolled_at: Timestamp.optional().describe('When they were enrolled in the program. Somebody new is enrolled by the event.'),
  balances: stateRecord(
    z.strictObject({ available: SupposedAmount.optional(), held: SupposedAmount.optional(), deferred: SupposedAmount.optional() }),
  )
    .optional()
    .describe('Balances by asset symbol.'),
});

export const SupposedState = z.strictObject({
  participant: SupposedPerson.optional(),
  recipient: SupposedPerson.optional(),
  program: SupposedProgram.optional(),
});
