/** Simulations on the wire: rules tried on an event and a state, without any effect. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/choices';
import { ActionResult, ExternalId, RuleEvaluation } from './event';
import { Attributes, STATE_BATCH_MAX, stateRecord, Tag } from './participant';
import { DecimalString, JsonObject, nameOf, Timestamp, Uuid } from './primitives';
import { ProgramPath } from './program';
import { RulePath } from './rule';
import { ConfigurationDraft } from './rule-configuration';
import { CounterNumber } from './state';

const SimulatedEvent = z.strictObject({
  event_data: JsonObject,
  event_timestamp: Timestamp.optional().describe('When the event would happen; now when absent.'),
  external_id: ExternalId.optional().describe(
    'Your own id of the actor, whose stored state is used. An unknown actor counts as new, and so does an absent one.',
  ),
  recipient_external_id: ExternalId.optional().describe(
    'Your own id of the recipient. No recipient when absent, unless `state.recipient` is given.',
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
  balances: stateRecord(
    z.strictObject({ available: SupposedAmount.optional(), held: SupposedAmount.optional(), deferred: SupposedAmount.optional() }),
  )
    .optional()
    .describe('Balances by asset symbol.'),
});

const simulated = {
  event: SimulatedEvent,
  state: z
    .strictObject({ participant: SupposedPerson.optional(), recipient: SupposedPerson.optional(), program: SupposedProgram.optional() })
    .optional()
    .describe('State to assume instead of the stored state. Anything that you leave out stays as stored.'),
};

export const SimulateRule = RulePath.extend(simulated);
export type SimulateRule = z.infer<typeof SimulateRule>;

export const SimulateConfiguration = ProgramPath.extend({
  ...simulated,
  configuration: ConfigurationDraft.optional().describe(
    'A draft of the rules to test instead of the stored ones, in the same form as the body of a PUT of the rule configuration.',
  ),
});
export type SimulateConfiguration = z.infer<typeof SimulateConfiguration>;

const SimulatedAction = ActionResult.omit({ journal_entry_id: true, event_id: true, broadcast_id: true, target: true });

export const SimulatedEffect = z
  .strictObject({
    rule_id: Uuid.nullable(),
    type: z.string().describe('Type of the action that has the effect. A tier level that follows from a counter is a SET_TIER, too.'),
    target: z
      .strictObject({
        type: z.enum(['PARTICIPANT', 'GROUP', 'PROGRAM']),
        id: Uuid.nullable().describe('Id of the holder; null for a participant who does not exist yet.'),
        external_id: z.string().nullable(),
      })
      .nullable(),
    asset_id: Uuid.optional(),
    bucket: z.enum(BUCKETS).optional().describe('Bucket in which the value arrives, or from which it is taken.'),
    amount: z.string().optional(),
    requested: z.string().optional().describe("Amount of the credit before the rule's budgets cut it."),
    key: z.string().optional().describe('The tag, or the key of the attribute, counter or tier.'),
    value: z.unknown().optional().describe('Value of the tag, attribute, counter or tier after the action.'),
    event_data: JsonObject.optional().describe('`event_data` of the event that would be created.'),
    due_at: Timestamp.optional().describe('When the event that would be created is due.'),
  })
  .meta({ id: 'SimulatedEffect' });

export const Simulation = z
  .strictObject({
    matched: z.boolean().describe('Whether any rule matched.'),
    failure: z
      .strictObject({ code: z.string(), message: z.string(), param: z.string().optional() })
      .nullable()
      .describe('Why the event would fail as a whole and have no effects.'),
    evaluations: z.array(
      RuleEvaluation.extend({
        client_ref: z.string().nullable().describe('Name of the rule in the draft.'),
        actions: z.array(SimulatedAction),
      }),
    ),
    effects: z.array(SimulatedEffect).describe('Effects in the order in which they would happen.'),
  })
  .meta({ id: 'Simulation' });
export type Simulation = z.infer<typeof Simulation>;
