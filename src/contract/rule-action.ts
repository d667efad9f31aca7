/** The actions of rules on the wire: each kind with exactly the fields that it needs (contract: "Rule actions"). */
import { z } from 'zod';
import { BUCKETS } from '@/domain/ledger/accounts';
import { SHORTFALL_POLICIES } from '@/domain/ledger/debit';
import { isCounterText } from '@/domain/participants/counters';
import type { JsonObject, JsonValue } from '@/domain/rules/activation';
import { MAX_TEMPLATE_TEXT } from '@/domain/rules/actions/source';
import { lotTerms } from './balance';
import { Tag } from './participant';
import { checkFreeJson, DurationString, enumOrCode, nameOf, Text, Uuid, type RefinementParams } from './primitives';

const Template = (example: string) => Text.min(1).max(MAX_TEMPLATE_TEXT).meta({ example });

const params = (of: RefinementParams) => of as Record<string, unknown>;

const Actor = z.strictObject({ type: z.literal('ACTOR').describe('The participant of the event.') });
const Recipient = z.strictObject({ type: z.literal('RECIPIENT').describe('The recipient that the event names.') });
const Participant = z
  .strictObject({
    type: z.literal('PARTICIPANT'),
    id: Uuid.optional(),
    external_id: nameOf(255).optional().describe('Your own id of the participant; instead of `id`.'),
  })
  .refine(({ id, external_id }) => (id === undefined) !== (external_id === undefined), {
    path: ['id'],
    message: 'Name the participant by exactly one of `id` and `external_id`.',
    params: params({ reason: 'required', expected: 'id or external_id' }),
  })
  .describe('A fixed participant of the program, regardless of whom the event is about.');
const Group = z.strictObject({ type: z.literal('GROUP'), id: Uuid });
const Program = z.strictObject({ type: z.literal('PROGRAM') });

const HolderTarget = z.discriminatedUnion('type', [Actor, Recipient, Participant, Group]);
const SubjectTarget = z.discriminatedUnion('type', [Actor, Recipient, Participant, Group, Program]);
const PersonTarget = z.discriminatedUnion('type', [Actor, Recipient, Participant]);
const AudienceTarget = z.discriminatedUnion('type', [Group, Program]);
const OtherHolderTarget = z.discriminatedUnion('type', [Recipient, Participant, Group]);
const description = { description: Template('Cashback for {{ event.order_id }}').optional() };
const reference = Template('order-{{ event.order_id }}');
const amount = Template('{{ event.amount * 0.05 }}').describe(
  'Amount as a decimal literal, or as `{{ CEL }}` computed in exact decimals and rounded down to the scale of the asset. If the result is 0 or less, the action is left out. A literal that can never be moved, such as "0" or "-5", is refused with `invalid_amount`.',
);

const ofBalance = { asset_id: Uuid, ...description, target: HolderTarget.default({ type: 'ACTOR' }).describe('Holder of the balance.') };
const ofState = { target: SubjectTarget.default({ type: 'ACTOR' }).describe('Holder of the state.') };

/** State keys are literal, never computed, so that it is known which state a rule can change. */
const WRITTEN_OUT = { message: 'Must be written out; a template cannot stand here.', params: params({ reason: 'invalid_characters' }) };
const isWrittenOut = (text: string): boolean => !text.includes('{{');
const StateKey = nameOf(255).refine(isWrittenOut, WRITTEN_OUT);

const CounterValue = z
  .union([Template('{{ event.amount }}'), z.number()])
  .refine((value) => typeof value === 'string' || (isCounterText(String(value)) && Math.abs(value) <= Number.MAX_SAFE_INTEGER), {
    message: 'Must be a plain decimal; send it as a string beyond 2^53.',
    params: params({ reason: 'invalid_format', expected: 'number, decimal string or {{ CEL }}' }),
  })
  .describe('Decimal of any sign, or `{{ CEL }}` computed in exact decimals.');

/** The maximum length of a value as JSON, in characters. */
const JSON_MAX = 16_384;

function checkJson(value: unknown, context: z.core.$RefinementCtx): void {
  checkFreeJson(value, context);
  if ((JSON.stringify(value) ?? '').length <= JSON_MAX) return;
  const message = `Must not be longer than ${JSON_MAX} characters as JSON.`;
  context.addIssue({ code: 'custom', message, params: params({ reason: 'too_long' }) });
}

const JsonTemplate = z
  .unknown()
  .refine((value): boolean => value !== undefined, {
    message: 'This field is required.',
    params: params({ reason: 'required' }),
    abort: true,
  })
  .superRefine(checkJson)
  .describe(
    'Value to store. A text is a template; one that is a single `{{ CEL }}` keeps the type of its value. Other JSON is stored as it is, except that texts in it are templates too.',
  )
  .meta({ example: '{{ event.city }}' }) as z.ZodType<JsonValue>;

/** The name of an event that the service emits, and the rest of its data. */
export const EmittedName = nameOf(255).describe('`type` of the event that is created.');
export const EmittedPayload = z
  .looseObject({})
  .superRefine(checkJson)
  .default({})
  .describe('Further `event_data` of the event that is created; every text in it is a template.') as unknown as z.ZodDefault<
  z.ZodType<JsonObject>
>;

const emitted = { event_name: EmittedName, payload: EmittedPayload };

const movements = [
  z.strictObject({
    type: z.literal('CREDIT'),
    amount,
    bucket: z.enum(BUCKETS).optional().describe('Bucket to credit. When absent: AVAILABLE, or DEFERRED for a credit that matures later.'),
    reference_id: reference
      .optional()
      .describe(
        'Reference of a hold. Required for a credit to HELD. A credit to AVAILABLE under the reference of a live hold settles that hold.',
      ),
    ...lotTerms,
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('DEBIT'),
    amount,
    bucket: z.enum(BUCKETS).default('AVAILABLE'),
    reference_id: reference.optional(),
    shortfall_policy: enumOrCode(SHORTFALL_POLICIES, 'invalid_shortfall_policy').default('REJECT'),
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('HOLD'),
    amount,
    reference_id: reference.describe('Reference under which the value is held.'),
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('RELEASE'),
    amount,
    reference_id: reference.optional().describe('Reference of the hold to release; the oldest holds first when absent.'),
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('FORFEIT'),
    amount,
    bucket: z.enum(['AVAILABLE', 'HELD']).default('AVAILABLE'),
    reference_id: reference.optional().describe('Reference of the hold to take the value from, with the bucket HELD.'),
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('VOID_PENDING'),
    reference_id: reference.describe(
      'Reference under which value was credited to HELD. That value is taken back; if there is none, nothing happens.',
    ),
    ...ofBalance,
  }),
  z.strictObject({
    type: z.literal('TRANSFER'),
    amount,
    asset_id: Uuid,
    reference_id: reference.optional(),
    preserve_expiry: z.boolean().default(true).describe('Whether lots keep their expiry.'),
    ...description,
    target: OtherHolderTarget.describe('Who receives the value from the actor.'),
  }),
] as const;

const stateChanges = [
  z.strictObject({ type: z.literal('TAG'), tag: Tag.refine(isWrittenOut, WRITTEN_OUT), ...ofState }),
  z.strictObject({ type: z.literal('UNTAG'), tag: Tag.refine(isWrittenOut, WRITTEN_OUT), ...ofState }),
  z.strictObject({
    type: z.literal('COUNTER'),
    key: StateKey,
    operation: z.enum(['SET', 'INCREMENT']).default('INCREMENT'),
    value: CounterValue,
    reset_after: DurationString.optional().describe(
      "Length of the counter's window: the counter reads 0 again when this time has passed since its window began.",
    ),
    ...ofState,
  }),
  z.strictObject({ type: z.literal('SET_ATTRIBUTE'), key: StateKey, value: JsonTemplate, ...ofState }),
  z.strictObject({
    type: z.literal('SET_TIER'),
    tier: nameOf(255),
    level: nameOf(255).nullable().describe('Key of the level; null removes the tier.'),
    ...ofState,
  }),
] as const;

const emissions = [
  z.strictObject({
    type: z.literal('SCHEDULE_EVENT'),
    ...emitted,
    delay: DurationString.optional().describe('Time from now until the event is due; at once when absent.'),
    target: PersonTarget.default({ type: 'ACTOR' }).describe('Actor of the event.'),
  }),
  z.strictObject({
    type: z.literal('BROADCAST'),
    ...emitted,
    target: AudienceTarget.default({ type: 'PROGRAM' }).describe(
      'Group or program whose active participants each get one event, created one after the other.',
    ),
  }),
] as const;

export const RuleAction = z.discriminatedUnion('type', [...movements, ...stateChanges, ...emissions]).meta({ id: 'RuleAction' });
export type RuleAction = z.infer<typeof RuleAction>;
