/** Turns a plan into a request: resolves picks to names, fills in the path and serializes the body. */
import { randomUUID } from 'node:crypto';
import type { RawRequest } from '../http';
import { Pick, type Known } from './known';
import { asText, type Plan } from './plan';

type Naming = (pick: Pick) => string;

export function requestOf(plan: Plan, nameOf: Naming, authorization: string): RawRequest {
  const named = (value: unknown): unknown => resolved(value, nameOf);
  const { operation, headers } = plan;
  const path = operation.path.replace(/\{([^}]+)\}/g, (_, name: string) => encoded(asText(named(plan.path[name]))));
  const query = plan.rawQuery ?? plan.query.map(([name, value]) => `${name}=${encoded(asText(named(value)))}`).join('&');
  const body = plan.raw ?? (plan.body === undefined ? undefined : JSON.stringify(named(plan.body)));
  const type = body === undefined ? undefined : (operation.file?.type ?? 'application/json');
  return {
    method: operation.method,
    path: query === '' ? path : `${path}?${query}`,
    headers: { authorization, ...(type === undefined ? {} : { 'content-type': type }), ...headers },
    ...(body === undefined ? {} : { body }),
  };
}

/** A URI cannot hold a lone surrogate. */
const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Resolves picks of unknown kinds to names that do not exist. */
export const namedBy =
  (known: Known): Naming =>
  (pick) =>
    known.find(pick, pick.kind.startsWith('key of') ? 'status' : randomUUID());

function resolved(value: unknown, nameOf: Naming): unknown {
  if (value instanceof Pick) return nameOf(value);
  if (Array.isArray(value)) return value.map((item) => resolved(item, nameOf));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, nameOf)]));
}
