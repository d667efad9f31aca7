/** The actions of rules on the wire: the schema of each kind follows from its fields as the domain describes them (contract: "Rule actions"). */
import { z } from 'zod';
import { present } from '@/domain/assert';
import { isCounterText } from '@/domain/participants/counters';
import type { JsonRecord, JsonValue } from '@/domain/rules/activation';
import { ACTIONS, ACTION_TYPES, type ActionSource, type ActionType, type SentAction } from '@/domain/rules/actions/catalog';
import { MAX_TEMPLATE_TEXT, type ActionField, type ActionFields, type TargetType } from '@/domain/rules/actions/fields';
import { lotTerms } from './balance';
import { Tag } from './participant';
import { checkFreeJson, DurationString, enumOrCode, nameOf, refinement, Text, Uuid, type RefinementParams } from './primitives';

const Template = (example: string) => Text.min(1).max(MAX_TEMPLATE_TEXT).meta({ example });

const TARGETS: Readonly<Record<TargetType, z.ZodObject>> = {
  ACTOR: z.strictObject({ type: z.literal('ACTOR').describe('The participant of the event.') }),
  RECIPIENT: z.strictObject({ type: z.literal('RECIPIENT').describe('The recipient that the event names.') }),
  PARTICIPANT: z
    .strictObject({
      type: z.literal('PARTICIPANT'),
      id: Uuid.optional(),
      external_id: nameOf(255).optional().describe('Your own id of the participant; instead of `id`.'),
    })
    .refine(({ id, external_id }) => (id === undefined) !== (external_id === undefined), {
      path: ['id'],
      message: 'Name the participant by exactly one of `id` and `external_id`.',
      params: { reason: 'required', expected: 'id or external_id' } satisfies RefinementParams,
    })
    .describe('A fixed participant of the program, regardless of whom the event is about.'),
  GROUP: z.strictObject({ type: z.literal('GROUP'), id: Uuid }),
  PROGRAM: z.strictObject({ type: z.literal('PROGRAM') }),
};

const Amount = Template('{{ event.amount * 0.05 }}').describe(
  'Amount as a decimal literal, or as `{{ CEL }}` computed in exact decimals and rounded down to the scale of the asset. If the result is 0 or less, the action is left out. A literal that can never be moved, such as "0" or "-5", is refused with `invalid_amount`.',
);

/** State keys are literal, never computed, so that it is known which state a rule can change. */
const writtenOut = <Schema extends z.ZodType<string>>(schema: Schema) =>
  schema.refine(
    (text) => !text.includes('{{'),
    refinement('Must be written out; a template cannot stand here.', { reason: 'invalid_characters' }),
  );

const CounterValue = z
  .union([Template('{{ event.amount }}'), z.number()])
  .refine((value) => typeof value === 'string' || (isCounterText(String(value)) && Math.abs(value) <= Number.MAX_SAFE_INTEGER), {
    message: 'Must be a plain decimal; send it as a string beyond 2^53.',
    params: { reason: 'invalid_format', expected: 'number, decimal string or {{ CEL }}' } satisfies RefinementParams,
  })
  .describe('Decimal of any sign, or `{{ CEL }}` computed in exact decimals.');

/** The maximum length of a value as JSON, in characters. */
const JSON_MAX = 16_384;

function checkJson(value: unknown, context: z.core.$RefinementCtx): void {
  checkFreeJson(value, context);
  if ((JSON.stringify(value) ?? '').length <= JSON_MAX) return;
  const message = `Must not be longer than ${JSON_MAX} characters as JSON.`;
  context.addIssue({ code: 'custom', message, params: { reason: 'too_long' } satisfies RefinementParams });
}

const JsonTemplate = z
  .unknown()
  .refine((value): boolean => value !== undefined, {
    message: 'This field is required.',
    params: { reason: 'required' } satisfies RefinementParams,
    abort: true,
  })
  .superRefine(checkJson)
  .describe(
    'Value to store. A text is a template; one that is a single `{{ CEL }}` keeps the type of its value. Other JSON is stored as it is, except that texts in it are templates too.',
  )
  .meta({ example: '{{ event.city }}' }) as z.ZodType<JsonValue>; // What is sent is parsed JSON.

/** The name of an event that the service emits, and the rest of its data. */
export const EmittedName = nameOf(255).describe('`type` of the event that is created.');
// What is sent is parsed JSON.
export const EmittedPayload = z
  .looseObject({})
  .superRefine(checkJson)
  .default({})
  .describe('Further `event_data` of the event that is created; every text in it is a template.') as unknown as z.ZodDefault<
  z.ZodType<JsonRecord>
>;

/** What a field holds, before it is nullable, optional or has a default. */
function valueOf(field: ActionField): z.ZodType {
  switch (field.kind) {
    case 'id':
      return Uuid;
    case 'amount':
      return Amount;
    case 'number':
      return CounterValue;
    case 'reference':
      return Template('order-{{ event.order_id }}');
    case 'text':
      return Template('Cashback for {{ event.order_id }}');
    case 'json':
      return JsonTemplate;
    case 'payload':
      return EmittedPayload;
    case 'event_name':
      return EmittedName;
    case 'name':
      return nameOf(255);
    case 'key':
      return writtenOut(nameOf(255));
    case 'tag':
      return writtenOut(Tag);
    case 'duration':
      return DurationString;
    case 'flag':
      return z.boolean();
    case 'term':
      return lotTerms[field.term];
    case 'choice':
      return field.code ? enumOrCode(field.values, field.code) : z.enum(field.values);
    case 'target': {
      const [one, ...others] = field.of;
      return z.discriminatedUnion('type', [TARGETS[one], ...others.map((type) => TARGETS[type])]);
    }
  }
}

function schemaOf(field: ActionField): z.ZodType {
  const value = valueOf(field);
  // These are shared with other requests, and complete.
  if (field.kind === 'term' || field.kind === 'payload') return value;
  const nullable = field.nullable ? value.nullable() : value;
  const optional = field.optional ? nullable.optional() : field.default === undefined ? nullable : nullable.default(field.default);
  return field.description === undefined ? optional : optional.describe(field.description);
}

type ActionSchema = z.ZodObject<Readonly<Record<string, z.ZodType>> & { readonly type: z.ZodLiteral<ActionType> }>;

const actionOf = (type: ActionType): ActionSchema => {
  const fields: ActionFields = ACTIONS[type].fields;
  return z.strictObject({
    type: z.literal(type),
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)])),
  });
};

const [first, ...others] = ACTION_TYPES.map(actionOf);

/** The schema of each kind. */
export const ACTION_SCHEMAS = [present(first, 'there are types of action'), ...others] as const;

// The schemas are made of the same descriptions as these types, which a schema made at run time cannot carry.
export const RuleAction = z.discriminatedUnion('type', ACTION_SCHEMAS).meta({ id: 'RuleAction' }) as z.ZodType as z.ZodType<
  ActionSource,
  SentAction
>;
export type RuleAction = ActionSource;
