/** What can be supposed when rules are tried: an event, and the state of those whom it is about. */
import { z } from 'zod';
import { Attributes, STATE_BATCH_MAX, stateRecord, Tag } from './participant';
import { DecimalString, JsonObject, nameOf, Timestamp } from './primitives';
import { CounterNumber } from './state';

export const SupposedEvent = z.strictObject({
  event_data: JsonObject,
  event_timestamp: Timestamp.optional().describe('When the event would happen; now when absent.'),
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
