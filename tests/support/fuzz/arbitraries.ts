/** Generates values that fit a schema of the API description, and plausible ones where the schema alone is too loose. */
import fc from 'fast-check';
import { kindOfField, Pick } from './known';
import type { Schema } from './operations';

const MAX_DEPTH = 6;
const ITEMS = 3;
const TEXT_MAX = 40;
const PLACES = 40;
/** An optional field is present once in so many times, since many exclude each other. */
const OPTIONAL_EVERY = 4;
/** Optional fields without which much is refused. */
const OFTEN = new Set(['idempotency_key', 'reference_id']);

/** Mostly the earliest known record of a kind: the records an organization began with belong together. */
export const pickOf = (kind: string): fc.Arbitrary<Pick> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(PLACES) }).map((place) => new Pick(kind, place));

const oneOf = (...texts: readonly string[]): fc.Arbitrary<unknown> => fc.constantFrom(...texts);

const timestampWithin = (most: number) =>
  fc
    .integer({ min: -most, max: most })
    .chain((days) =>
      fc.integer({ min: 0, max: 86_399_999 }).map((ms) => new Date(Date.UTC(2026, 10, 22) + days * 86_400_000 + ms).toISOString()),
    );
/** The first and last instants that have a name, and offsets and days that parsers disagree on. */
const edgeTimestamp = oneOf(
  '0001-01-01T00:00:00Z',
  '0001-01-01T23:59:59-23:59',
  '1969-12-31T23:59:59.999Z',
  '2024-02-29T23:59:59.999999+05:45',
  '2026-12-31T23:59:60Z',
  '9999-12-31T00:00:00+23:59',
  '9999-12-31T23:59:59.999Z',
  '9999-12-31T23:59:59-23:59',
);
const timestampAround = (days: number) =>
  fc.oneof({ weight: 7, arbitrary: timestampWithin(days) }, { weight: 1, arbitrary: edgeTimestamp });
const timestamp = timestampAround(400);

const duration = oneOf('30d', '90d', '1h', '2w3d', '60s', '365d');
const amount = oneOf('1', '1', '2.5', '0.01', '12.50', '10', '0.333333', '1000000');
const condition = oneOf(
  'true',
  'event.type == "purchase" && event.amount > 10',
  '"vip" in participant.tags',
  'participant.counters.visits >= 2',
  'event.items.exists(item, item.price > 3.5)',
  'size(groups) > 0 && event.when > timestamp("2026-01-01T00:00:00Z")',
);
const eventData = fc.oneof(
  fc.record({
    type: oneOf('purchase', 'visit', 'referral'),
    amount: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.double({ min: 0, max: 500 })),
  }),
  fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 4 }),
);

/** Plausible values by field name. */
const MEANINGS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  amount,
  limit: fc.oneof(fc.integer({ min: 1, max: 200 })),
  unit_cost: amount,
  consumed: amount,
  max_transaction_amount: oneOf('500', '100000'),
  rate: oneOf('100', '0.5', '1'),
  opening_balance: amount,
  condition,
  participant_filter: condition,
  guard_condition: condition,
  expression: condition,
  event_data: eventData,
  cursor: pickOf('next_cursor'),
  external_id: pickOf('external_id'),
  source_external_id: pickOf('external_id'),
  recipient_external_id: pickOf('external_id'),
  reference_id: fc.oneof(pickOf('reference_id'), fc.string({ minLength: 1, maxLength: 20 })),
  idempotency_key: fc.integer({ min: 0, max: 200 }).map((number) => `key-${number}`),
  expires_at: timestamp,
  matures_at: timestamp,
  expires_in: duration,
  matures_in: duration,
  duration,
  // A clock that is moved does all the work on the way before the answer.
  by: oneOf('30d', '90d', '1h', '2w3d', '60s'),
  to: timestampAround(90),
  redemption_ttl: duration,
  retention: duration,
  overlap: duration,
  reset_after: duration,
  window: duration,
  interval: duration,
  // None is due more than once a day, since a clock that is moved stops at each of them.
  cron_expression: oneOf('0 0 1 * *', '15 6 * * *', '0 9 * * 1-5'),
  timezone: oneOf('UTC', 'Europe/Berlin', 'America/St_Johns'),
  email: oneOf('ada@example.com', 'bob@example.com'),
  // Nothing listens there, and no name server is asked: how long one takes says nothing about the service.
  url: oneOf('http://127.0.0.1:9/hook', 'https://localhost:9/webhooks'),
  image_url: oneOf('https://example.com/mug.png'),
  icon_url: oneOf('https://example.com/gold.png'),
  color: oneOf('#ffcc00'),
  currency: oneOf('USD', 'EUR'),
  product_id: oneOf('sandbox-card', 'COFFEE'),
  provider: oneOf('SANDBOX', 'SANDBOX', 'TREMENDOUS'),
  tier: pickOf('key of tier'),
  level: oneOf('silver', 'gold'),
  counter: oneOf('visits', 'points'),
  version: fc.integer({ min: 1, max: 4 }).map(String),
  expected_rule_configuration_version: fc.constantFrom(2, 2, 3, 4),
  enabled_events: fc.constantFrom<unknown>(['*'], ['balance.credited', 'event.completed']),
  asset: oneOf('PTS'),
};

const FIELD_NAMES = fc.constantFrom('visits', 'points', 'city', 'status', 'plan');

export type Schemas = Readonly<Record<string, Schema>>;

/** @param name field that holds the value. */
export function fitting(schema: Schema, schemas: Schemas, name = '', depth = 0): fc.Arbitrary<unknown> {
  const resolved = schema.$ref ? (schemas[schema.$ref.split('/').at(-1)!] ?? {}) : schema;
  const byMeaning = meaningOf(resolved, name);
  if (byMeaning) return byMeaning;
  const examples = [...(resolved.examples ?? []), ...(resolved.example === undefined ? [] : [resolved.example])];
  const bySchema = structural(resolved, schemas, name, depth);
  if (examples.length === 0) return bySchema;
  return fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...examples) }, { weight: 1, arbitrary: bySchema });
}

function meaningOf(schema: Schema, name: string): fc.Arbitrary<unknown> | undefined {
  if (schema.enum || schema.const !== undefined) return undefined;
  const kind = kindOfField(name);
  if (kind && schema.type !== 'array') return pickOf(kind);
  const meaning = MEANINGS[name];
  const takesText = schema.type === 'string' || schema.type === undefined;
  if (name === 'limit' && schema.type === 'string') return amount;
  if ((name === 'reset_after' || name === 'window') && !takesText) return undefined;
  return meaning;
}

function structural(schema: Schema, schemas: Schemas, name: string, depth: number): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => fitting(option, schemas, name, depth + 1)));
  if (schema.allOf) {
    const parts = schema.allOf.map((part) => fitting(part, schemas, name, depth + 1));
    return fc.tuple(...parts).map((values) => Object.assign({}, ...values) as unknown);
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  if (types.length === 0) return fc.jsonValue({ maxDepth: 2 });
  return fc.oneof(...types.map((type) => ofType(type, schema, schemas, name, depth)));
}

function ofType(type: string, schema: Schema, schemas: Schemas, name: string, depth: number): fc.Arbitrary<unknown> {
  switch (type) {
    case 'null':
      return fc.constant(null);
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ min: Math.max(schema.minimum ?? 0, -1_000), max: Math.min(schema.maximum ?? 1_000, 1_000) });
    case 'number':
      return fc.double({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 1_000, 1_000), noNaN: true });
    case 'array':
      return listOf(schema, schemas, name, depth);
    case 'object':
      return objectOf(schema, schemas, depth);
    default:
      return textOf(schema);
  }
}

function listOf(
  { items = {}, minItems = 0, maxItems = ITEMS }: Schema,
  schemas: Schemas,
  name: string,
  depth: number,
): fc.Arbitrary<unknown> {
  if (depth >= MAX_DEPTH) return fc.constant([]);
  const itemName = kindOfField(name) ? name : name.replace(/s$/, '');
  return fc.array(fitting(items, schemas, itemName, depth + 1), {
    minLength: minItems,
    maxLength: Math.min(maxItems, Math.max(ITEMS, minItems)),
  });
}

const ABSENT = Symbol('absent');

function objectOf({ properties, required = [], additionalProperties }: Schema, schemas: Schemas, depth: number): fc.Arbitrary<unknown> {
  if (!properties && typeof additionalProperties === 'object') {
    return fc.dictionary(FIELD_NAMES, fitting(additionalProperties, schemas, '', depth + 1), { maxKeys: 2 });
  }
  const names = Object.keys(properties ?? {}).filter((name) => required.includes(name) || depth < MAX_DEPTH);
  const fields = names.map((name): [string, fc.Arbitrary<unknown>] => {
    const value = fitting(properties![name]!, schemas, name, depth + 1);
    const weight = OFTEN.has(name) ? 1 : OPTIONAL_EVERY - 1;
    return [name, required.includes(name) ? value : fc.oneof({ weight, arbitrary: fc.constant(ABSENT) }, { weight: 1, arbitrary: value })];
  });
  return fc
    .record(Object.fromEntries(fields))
    .map((values) => Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ABSENT)));
}

function textOf({ format, pattern, minLength = 0, maxLength = TEXT_MAX }: Schema): fc.Arbitrary<unknown> {
  if (format === 'date-time') return timestamp;
  if (format === 'uuid') return pickOf('asset');
  const size = { minLength, maxLength: Math.max(minLength, Math.min(maxLength, TEXT_MAX)) };
  if (!pattern) return fc.string({ unit: 'grapheme', ...size });
  const matching = new RegExp(pattern, 'u');
  return fc
    .oneof(fc.string(size), fc.stringMatching(/^[a-z][a-z0-9_]{0,12}$/))
    .filter((text) => matching.test(text) && text.length >= minLength);
}
