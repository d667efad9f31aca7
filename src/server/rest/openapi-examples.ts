/**
 * Gives every operation of the API description an example of its request and of each response, built from the schemas alone: their
 * own examples where given, else values that fit. A test validates each example against its schema.
 */
import { resolve, type Schema, type Schemas } from './json-schema';

const MAX_DEPTH = 8;
const SOME_UUID = '018f2b5e-7c1d-7e9a-9a51-0c5d6f0a7b21';
const SOME_TIME = '2026-03-01T12:00:00.000Z';
/** The end of a window has to come after its beginning. */
const SOME_LATER_TIME = '2026-04-01T12:00:00.000Z';

/** Plausible text by field name, where the schema only says that the field is text. */
const TEXTS: Readonly<Record<string, string>> = {
  name: 'Coffee club',
  rule_name: 'Cashback',
  description: 'Points for a purchase',
  reason: 'Ordered by mistake',
  message: 'Done.',
  external_id: 'ada',
  source_external_id: 'ada',
  recipient_external_id: 'bob',
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  display_name: 'Ada Lovelace',
  phone: '+493012345678',
  symbol: 'PTS',
  url: 'https://example.com/webhooks',
  image_url: 'https://example.com/mug.png',
  icon_url: 'https://example.com/gold.png',
  claim_url: 'https://example.com/claim/token',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  api_key: 'sk_live_3Jd9fK2mQx7vB1nR',
  key: 'visits',
  tier: 'status',
  level: 'gold',
  tag: 'vip',
  category: 'Drinks',
  reference_id: 'order-1042',
  idempotency_key: 'order-1042',
  client_ref: 'cashback',
  condition: 'event.type == "purchase" && event.amount >= 20',
  participant_filter: '"vip" in participant.tags',
  guard_condition: '"vip" in participant.tags',
  expression: 'event.amount >= 20',
  event_name: 'birthday',
  event_type: 'purchase',
  timezone: 'UTC',
  version: '3',
  path: 'amount',
  request_id: 'req_6d1f0c2ab94e5f7788aa01bc',
  user_agent: 'curl/8.5.0',
  next_cursor: 'eyJrIjoxfQ',
  currency: 'EUR',
  country: 'DE',
  error_code: 'program_inactive',
  error_message: 'The program is not active.',
  failure_reason: 'reservation_expired',
};

interface Content {
  example?: unknown;
  readonly schema?: Schema;
}

/** @param whole whether optional fields are included. */
function exampleOf(schema: Schema, schemas: Schemas, whole: boolean, name = '', depth = 0): unknown {
  const resolved = resolve(schema, schemas);
  if (name === 'to' && resolved.format === 'date-time') return SOME_LATER_TIME;
  if (resolved.examples?.length) return resolved.examples[0];
  if (resolved.const !== undefined) return resolved.const;
  if (resolved.default !== undefined && !whole) return resolved.default;
  if (resolved.enum) return resolved.enum[0];
  const options = (resolved.anyOf ?? resolved.oneOf)?.filter((option) => resolve(option, schemas).type !== 'null');
  if (options?.[0]) return exampleOf(options[0], schemas, whole, name, depth);
  if (resolved.allOf) return Object.assign({}, ...resolved.allOf.map((part) => exampleOf(part, schemas, whole, name, depth)));
  const type = Array.isArray(resolved.type) ? resolved.type.find((one) => one !== 'null') : resolved.type;
  if (type === 'array') return resolved.items && depth < MAX_DEPTH ? [exampleOf(resolved.items, schemas, whole, name, depth + 1)] : [];
  if (type === 'object') return exampleObject(resolved, schemas, whole, depth);
  // The check for a list does not see that the other form is a text.
  return exampleValue(type as string | undefined, resolved, name);
}

function exampleObject(schema: Schema, schemas: Schemas, whole: boolean, depth: number): Record<string, unknown> {
  const { properties = {}, required = [] } = schema;
  const names = whole && depth < MAX_DEPTH ? Object.keys(properties) : required;
  return Object.fromEntries(names.map((name) => [name, exampleOf(properties[name] ?? {}, schemas, whole, name, depth + 1)]));
}

function exampleValue(type: string | undefined, { format, minimum = 0, minLength = 0 }: Schema, name: string): unknown {
  if (type === 'integer' || type === 'number') return minimum > 0 ? minimum : 1;
  if (type === 'boolean') return true;
  if (type === undefined) return { source: 'newsletter' };
  if (format === 'uuid' || /(^|_)id$/.test(name)) return SOME_UUID;
  if (format === 'date-time' || /_at$/.test(name)) return SOME_TIME;
  return TEXTS[name] ?? 'text'.padEnd(minLength, '.');
}

interface Operation {
  readonly parameters?: readonly { readonly $ref?: string; readonly name: string; schema: Schema; example?: unknown }[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Content>> }>>;
}

/** Adds the examples to an operation. A file of lines is described by its content type only. */
export function addExamples(operation: Operation, schemas: Schemas): void {
  for (const parameter of operation.parameters ?? []) {
    if (!parameter.$ref) parameter.example ??= exampleOf(parameter.schema, schemas, false, parameter.name);
  }
  addTo(operation.requestBody?.content, schemas, false);
  for (const { content } of Object.values(operation.responses)) addTo(content, schemas, true);
}

function addTo(content: Readonly<Record<string, Content>> | undefined, schemas: Schemas, whole: boolean): void {
  const json = content?.['application/json'];
  if (json?.schema) json.example ??= exampleOf(json.schema, schemas, whole);
}
