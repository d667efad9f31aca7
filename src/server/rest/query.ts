/**
 * Parses query strings strictly: each name once, booleans as `true` or `false`, integers in digits. Text that does not fit its
 * declared type stays text, so that the schema rejects it by name.
 */
import { z } from 'zod';
import { DomainError, type FieldError } from '@/domain/errors';
import type { Route } from '@/server/api/route';
import { fieldSchemaOf } from '@/server/platform/input/field-schema';

export type QueryFieldKind = 'string' | 'integer' | 'number' | 'boolean';

/** The input fields that a route reads from the query string, and what each is parsed as. */
export function fieldKinds(route: Route, input: z.ZodObject | undefined): ReadonlyMap<string, QueryFieldKind> {
  const names = route.takesBody ? route.query : Object.keys(input?.shape ?? {}).filter((name) => !route.pathParams.includes(name));
  return new Map(names.map((name) => [name, kindOf(fieldSchemaOf(input, name))]));
}

const KINDS = ['integer', 'number', 'boolean'] as const;

function kindOf(schema: z.ZodType | undefined): QueryFieldKind {
  if (!schema) return 'string';
  const { type, anyOf = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const types: unknown[] = [type, ...anyOf.map((option) => option.type)];
  return KINDS.find((kind) => types.includes(kind)) ?? 'string';
}

interface ParsedQuery {
  readonly values: Record<string, unknown>;
  /** Names that were repeated, or that a route with a body does not read from its query. */
  readonly faults: FieldError[];
}

/**
 * @param takesBody whether unknown names are reported here as faults; otherwise the input schema rejects them.
 * @throws DomainError bad_request when the text is not properly percent-encoded UTF-8.
 */
export function parseQuery(text: string, fields: ReadonlyMap<string, QueryFieldKind>, takesBody: boolean): ParsedQuery {
  const values: Record<string, unknown> = {};
  const faults: FieldError[] = [];
  if (text === '') return { values, faults };
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const [name, value] = splitPair(pair);
    const kind = fields.get(name);
    if (Object.hasOwn(values, name)) faults.push({ field: name, message: 'Send this parameter once.', reason: 'multiple_values' });
    else if (takesBody && kind === undefined)
      faults.push({ field: name, message: 'This route does not take this parameter in its query.', reason: 'unknown_field' });
    else define(values, name, parseValue(value, kind));
  }
  return { values, faults };
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  try {
    return [decodeForm(name), decodeForm(value)];
  } catch {
    throw new DomainError('bad_request', 'The query string is not properly percent-encoded UTF-8.', {
      details: { reason: 'invalid_encoding' },
    });
  }
}

const ENCODED = /[%+]/;

const decodeForm = (text: string): string => (ENCODED.test(text) ? decodeURIComponent(text.replaceAll('+', ' ')) : text);

const INTEGER = /^-?\d{1,15}$/;
const NUMBER = /^-?\d{1,15}(\.\d{1,15})?$/;

function parseValue(text: string, kind: QueryFieldKind | undefined): unknown {
  if (kind === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (kind === 'integer' && INTEGER.test(text)) return Number(text);
  if (kind === 'number' && NUMBER.test(text)) return Number(text);
  return text;
}

/** Sets an own property whatever its name, `__proto__` included. */
function define(target: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
}
