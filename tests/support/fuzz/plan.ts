/**
 * Draws a request for an operation: one that a client would send (VALID), one with a single thing wrong
 * (NEAR), or one that an attacker would send (HOSTILE).
 */
import fc from 'fast-check';
import { fitting, pickOf, type Schemas } from './arbitraries';
import { HOSTILE_BODIES, HOSTILE_HEADERS, hostileText, hostileValue } from './hostile';
import { kindInPath } from './known';
import type { Operation, Parameter } from './operations';

export const INTENTS = ['VALID', 'NEAR', 'HOSTILE'] as const;
export type Intent = (typeof INTENTS)[number];

type Headers = Readonly<Record<string, string | readonly string[]>>;

export interface Plan {
  readonly operation: Operation;
  readonly intent: Intent;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: readonly (readonly [name: string, value: unknown])[];
  readonly headers: Headers;
  /** Sent as JSON; undefined for none. */
  readonly body: unknown;
  /** Sent verbatim instead of `body`. */
  readonly raw?: string | Uint8Array | undefined;
  /** Sent verbatim instead of `query`. */
  readonly rawQuery?: string | undefined;
}

const WEIGHTS: Readonly<Record<Intent, number>> = { VALID: 4, NEAR: 3, HOSTILE: 3 };

export function planOf(operation: Operation, schemas: Schemas): fc.Arbitrary<Plan> {
  const valid = validPlan(operation, schemas);
  return fc.oneof(
    { weight: WEIGHTS.VALID, arbitrary: valid },
    { weight: WEIGHTS.NEAR, arbitrary: fc.tuple(valid, change).map(([plan, one]) => changed({ ...plan, intent: 'NEAR' }, one)) },
    { weight: WEIGHTS.HOSTILE, arbitrary: fc.tuple(valid, harm).map(([plan, one]) => harmed({ ...plan, intent: 'HOSTILE' }, one)) },
  );
}

/** An optional query parameter is present once in so many times. */
const OPTIONAL_EVERY = 5;

function validPlan(operation: Operation, schemas: Schemas): fc.Arbitrary<Plan> {
  const inPath = operation.parameters.filter((parameter) => parameter.in === 'path');
  const inQuery = operation.parameters.filter((parameter) => parameter.in === 'query');
  return fc.record({
    operation: fc.constant(operation),
    intent: fc.constant<Intent>('VALID'),
    path: fc.record(Object.fromEntries(inPath.map((parameter) => [parameter.name, pathValue(operation, parameter, schemas)]))),
    query: fc.tuple(...inQuery.map((parameter) => queryValue(parameter, schemas))).map((pairs) => pairs.flat()),
    headers: operation.keyed
      ? fc.oneof(
          fc.constant({}),
          fc.nat(99).map((n) => ({ 'idempotency-key': `header-${n}` })),
        )
      : fc.constant({}),
    body: operation.body ? bodyOf(operation, schemas) : fc.constant(undefined),
    raw: fc.constant(operation.file?.example),
  });
}

/** The description's example is always plausible; what the schema allows is so less often. */
function bodyOf({ body, example }: Operation, schemas: Schemas): fc.Arbitrary<unknown> {
  const bySchema = fitting(body!, schemas);
  if (example === undefined || typeof example !== 'object') return bySchema;
  const like = fc.record(
    Object.fromEntries(
      Object.entries(example as Record<string, unknown>).map(([name, value]) => {
        const schema = body!.properties?.[name];
        const drawn = schema ? fitting(schema, schemas, name, 1) : fc.constant(value);
        return [name, value !== null && typeof value === 'object' ? fc.oneof(fc.constant(value), drawn) : drawn];
      }),
    ),
  );
  return fc.oneof(bySchema, like);
}

const pathValue = ({ path }: Operation, { name, schema }: Parameter, schemas: Schemas): fc.Arbitrary<unknown> =>
  name === 'version' ? fitting(schema, schemas, name) : pickOf(kindInPath(path, name));

function queryValue({ name, required, schema }: Parameter, schemas: Schemas): fc.Arbitrary<(readonly [string, unknown])[]> {
  const given = fitting(schema, schemas, name).map((value): (readonly [string, unknown])[] => [[name, value]]);
  return required
    ? given
    : fc.oneof({ weight: OPTIONAL_EVERY - 1, arbitrary: fc.constant<(readonly [string, unknown])[]>([]) }, { weight: 1, arbitrary: given });
}

/** One change of a plan: another value at one of its places. */
interface Change {
  readonly place: number;
  readonly how: 'REPLACE' | 'REMOVE' | 'ADD';
  readonly value: unknown;
}

const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(1_000),
  how: fc.constantFrom<Change['how']>('REPLACE', 'REPLACE', 'REPLACE', 'REMOVE', 'ADD'),
  value: hostileValue,
});

type Place = readonly (string | number)[];

/** Every field of the body, at whatever depth. */
function placesIn(value: unknown, at: Place = []): Place[] {
  if (value === null || typeof value !== 'object' || !isPlain(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const place = [...at, Array.isArray(value) ? Number(key) : key];
    return [place, ...placesIn(inner, place)];
  });
}

const isPlain = (value: object): boolean => Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;

function changed(plan: Plan, one: Change): Plan {
  const inBody = placesIn(plan.body);
  const inPath = Object.keys(plan.path);
  const total = inBody.length + inPath.length + plan.query.length + 1;
  const place = one.place % total;
  if (place < inBody.length) return { ...plan, body: changedAt(plan.body, inBody[place]!, one) };
  const [name] = inPath.slice(place - inBody.length);
  if (name !== undefined) return { ...plan, path: { ...plan.path, [name]: asText(one.value) } };
  const at = place - inBody.length - inPath.length;
  if (at < plan.query.length) return { ...plan, query: plan.query.map((pair, index) => (index === at ? [pair[0], one.value] : pair)) };
  return plan.operation.body
    ? { ...plan, body: { ...(plan.body as object), unheard_of: one.value } }
    : { ...plan, query: [...plan.query, ['unheard_of', one.value]] };
}

function changedAt(value: unknown, [key, ...rest]: Place, one: Change): unknown {
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<string | number, unknown>;
  if (rest.length > 0) copy[key!] = changedAt(copy[key!], rest, one);
  else if (one.how === 'REPLACE') copy[key!] = one.value;
  else if (one.how === 'ADD') copy[`${key}_`] = one.value;
  else if (Array.isArray(copy)) copy.splice(Number(key), 1);
  else delete copy[key!];
  return copy;
}

interface Harm {
  readonly how: 'BODY' | 'HEADERS' | 'PATH' | 'QUERY' | 'EVERYTHING' | 'METHOD';
  readonly body: string | Uint8Array;
  readonly headers: Headers;
  readonly text: string;
  readonly value: unknown;
  readonly query: string;
}

const HOSTILE_QUERIES = [
  '%',
  '=',
  '&&&',
  'limit=1&limit=2',
  'limit[]=1',
  'limit=%00',
  'a%ZZ=1',
  '?',
  `x=${'y'.repeat(4_000)}`,
  'cursor=e30',
  'cursor=%F0%9F',
];

const harm: fc.Arbitrary<Harm> = fc.record({
  how: fc.constantFrom<Harm['how']>('BODY', 'HEADERS', 'HEADERS', 'PATH', 'QUERY', 'EVERYTHING', 'METHOD'),
  body: fc.constantFrom(...HOSTILE_BODIES),
  headers: fc.constantFrom(...HOSTILE_HEADERS),
  text: hostileText,
  value: hostileValue,
  query: fc.constantFrom(...HOSTILE_QUERIES),
});

function harmed(plan: Plan, one: Harm): Plan {
  switch (one.how) {
    case 'BODY':
      return { ...plan, raw: one.body };
    case 'HEADERS':
      return { ...plan, headers: { ...plan.headers, ...one.headers } };
    case 'PATH':
      return { ...plan, path: mapped(plan.path, () => one.text) };
    case 'QUERY':
      return { ...plan, rawQuery: one.query };
    case 'EVERYTHING':
      return {
        ...plan,
        path: mapped(plan.path, () => one.text),
        query: plan.operation.parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => [name, one.value]),
        body: mapped(plan.operation.body?.properties ?? {}, () => one.value),
      };
    case 'METHOD':
      return { ...plan, operation: { ...plan.operation, method: plan.operation.method === 'DELETE' ? 'PUT' : 'DELETE' } };
  }
}

const mapped = (record: Readonly<Record<string, unknown>>, value: () => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.keys(record).map((name) => [name, value()]));

export const asText = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));
