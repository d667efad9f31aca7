/** Trying rules on an event and a state without anything coming of it. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/ledger/accounts';
import { ActionResult, ExternalId, RuleEvaluation } from './event';
import { Attributes, STATE_BATCH_MAX, stateRecord, Tag } from './participant';
import { DecimalString, JsonObject, nameOf, Timestamp, Uuid } from './primitives';
import { ProgramPath } from './program';
import { RulePath } from './rule';
import { ConfigurationDraft } from './rule-configuration';
import { CounterNumber } from './state';

const SimulatedEvent = z.strictObject({
  event_data: JsonObject,
  event_timestamp: Timestamp.optional().describe('When it would happen; now when absent.'),
  external_id: ExternalId.optional().describe(
    'Whom it is about, with the state that is stored; somebody unknown is new, and so is the actor when this is absent.',
  ),
  recipient_external_id: ExternalId.optional().describe('Absent: no recipient, unless `state.recipient` is given.'),
});

const SupposedAmount = DecimalString.refine((text) => !text.startsWith('-'), {
  message: 'Must not be below zero.',
  params: { reason: 'out_of_range', expected: 'at least 0' },
});

const state = {
  tags: z.array(Tag).max(STATE_BATCH_MAX).optional().describe('Replaces all tags.'),
  attributes: Attributes.optional(),
  counters: stateRecord(CounterNumber).optional(),
  tiers: stateRecord(z.strictObject({ level: nameOf(255), rank: z.int().min(0) })).optional(),
};

const SupposedProgram = z.strictObject(state);
const SupposedPerson = z.strictObject({
  ...state,
  balances: stateRecord(
    z.strictObject({ available: SupposedAmount.optional(), held: SupposedAmount.optional(), deferred: SupposedAmount.optional() }),
  )
    .optional()
    .describe('By asset symbol.'),
});

const simulated = {
  event: SimulatedEvent,
  state: z
    .strictObject({ participant: SupposedPerson.optional(), recipient: SupposedPerson.optional(), program: SupposedProgram.optional() })
    .optional()
    .describe('What is supposed to be otherwise than it is stored. What is not named stays as it is.'),
};

export const SimulateRule = RulePath.extend(simulated);
export type SimulateRule = z.infer<typeof SimulateRule>;

export const SimulateConfiguration = ProgramPath.extend({
  ...simulated,
  configuration: ConfigurationDraft.optional().describe(
    'A draft to try instead of what is stored, in the form in which a configuration is put.',
  ),
});
export type SimulateConfiguration = z.infer<typeof SimulateConfiguration>;

const SimulatedAction = ActionResult.omit({ journal_entry_id: true, event_id: true, broadcast_id: true, target: true });

export const SimulatedEffect = z
  .strictObject({
    rule_id: Uuid.nullable(),
    type: z.string().describe('The action that has the effect. A level that follows from a counter is a SET_TIER, too.'),
    target: z
      .strictObject({
        type: z.enum(['PARTICIPANT', 'GROUP', 'PROGRAM']),
        id: Uuid.nullable().describe('Null for a participant who does not exist yet.'),
        external_id: z.string().nullable(),
      })
      .nullable(),
    asset_id: Uuid.optional(),
    bucket: z.enum(BUCKETS).optional().describe('Where the value arrives, or where it is taken from when it leaves.'),
    amount: z.string().optional(),
    requested: z.string().optional().describe('What a credit was to be before the budgets of its rule cut it.'),
    key: z.string().optional().describe('The tag, or the key of the attribute, counter or tier.'),
    value: z.unknown().optional().describe('What it would be afterwards.'),
    event_data: JsonObject.optional().describe('Of the event that would be made.'),
    due_at: Timestamp.optional().describe('When that event would happen.'),
  })
  .meta({ id: 'SimulatedEffect' });

export const Simulation = z
  .strictObject({
    matched: z.boolean().describe('Whether a rule matched.'),
    failure: z
      .strictObject({ code: z.string(), message: z.string(), param: z.string().optional() })
      .nullable()
      .describe('Why the event would fail as a whole; it would then have no effects.'),
    evaluations: z.array(
      RuleEvaluation.extend({
        client_ref: z.string().nullable().describe('What a draft calls the rule.'),
        actions: z.array(SimulatedAction),
      }),
    ),
    effects: z.array(SimulatedEffect).describe('In the order in which they would happen.'),
  })
  .meta({ id: 'Simulation' });
export type Simulation = z.infer<typeof Simulation>;
