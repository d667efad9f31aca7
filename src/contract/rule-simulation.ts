/** Simulations on the wire: rules tried on an event and a state, without any effect. */
import { z } from 'zod';
import { BUCKETS } from '@/domain/choices';
import { AskedCodes, CodeOutcome } from './code-use';
import { ActionResult, ExternalId, RuleEvaluation } from './event';
import { JsonObject, Timestamp, Uuid } from './primitives';
import { ProgramPath } from './program';
import { RulePath } from './rule';
import { ConfigurationDraft } from './rule-configuration';
import { SupposedEvent, SupposedState } from './supposed-state';

const SimulatedEvent = SupposedEvent.extend({
  external_id: ExternalId.optional().describe(
    'Your own id of the actor, whose stored state is used. An unknown actor counts as new, and so does an absent one.',
  ),
  recipient_external_id: ExternalId.optional().describe(
    'Your own id of the recipient. No recipient when absent, unless `state.recipient` is given.',
  ),
  entered_codes: AskedCodes.optional().describe('Codes to judge as those of an event that is sent; none is used. Instead of `codes`.'),
});

const simulated = {
  event: SimulatedEvent,
  state: SupposedState.optional().describe('State to assume instead of the stored state. Anything that you leave out stays as stored.'),
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
    codes: z.array(CodeOutcome).optional().describe('What would become of the `entered_codes`.'),
  })
  .meta({ id: 'Simulation' });
export type Simulation = z.infer<typeof Simulation>;
