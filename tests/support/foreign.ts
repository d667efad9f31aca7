/** Builds requests that name records of another organization: for each operation of the API description, one foreign name at a time. */
import type { Known } from './fuzz/known';
import { kindInPath, kindOfField, Pick } from './fuzz/known';
import type { Operation } from './fuzz/operations';
import type { Plan } from './fuzz/plan';

/** A request in which one name, or every name in its path, belongs to the other organization. */
export interface ForeignRequest {
  readonly plan: Plan;
  /** The fields that hold a foreign name. */
  readonly foreign: string;
  /** Whether the subject of the request is foreign, rather than something it refers to. */
  readonly inPath: boolean;
}

/** A placeholder in a plan for a record of the other organization. */
export class Theirs extends Pick {}

const first = (kind: string): Pick => new Pick(kind, 0);
const theirs = (kind: string): Theirs => new Theirs(kind, 0);

export function foreignRequests(operation: Operation, ourOwn: Known): ForeignRequest[] {
  const { parameters, path, body, example } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path' && isName(parameter.name)).map(({ name }) => name);
  const fromPath = (foreignNames: readonly string[]): Plan['path'] =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === 'path')
        .map(({ name }) => {
          const kind = kindInPath(path, name);
          return [name, name === 'version' ? '1' : foreignNames.includes(name) ? theirs(kind) : first(kind)];
        }),
    );
  const mentioned = withPicks(example ?? {}) as Record<string, unknown>;
  const base: Plan = {
    operation,
    intent: 'VALID',
    path: fromPath([]),
    query: parameters
      .filter((parameter) => parameter.in === 'query' && parameter.required)
      .map(({ name, schema }) => {
        const kind = kindOfField(name);
        return [name, kind ? first(kind) : schema.examples?.[0]];
      }),
    headers: {},
    body: body === undefined ? undefined : mentioned,
    raw: operation.file?.example,
  };
  const requests: ForeignRequest[] = inPath.map((name) => ({ plan: { ...base, path: fromPath([name]) }, foreign: name, inPath: true }));
  if (inPath.length > 1) requests.push({ plan: { ...base, path: fromPath(inPath) }, foreign: inPath.join(' and '), inPath: true });
  for (const { name } of parameters.filter((parameter) => parameter.in === 'query')) {
    const kind = kindOfField(name);
    if (!kind || !ourOwn.has(kind)) continue;
    const query = [...base.query.filter(([known]) => known !== name), [name, theirs(kind)] as const];
    requests.push({ plan: { ...base, query }, foreign: name, inPath: false });
  }
  for (const [name, schema] of Object.entries(body?.properties ?? {})) {
    const kind = kindOfField(name);
    const value = kind && ourOwn.has(kind) ? (schema.type === 'array' ? [theirs(kind)] : theirs(kind)) : madeForeign(mentioned[name]);
    if (value !== undefined) requests.push({ plan: { ...base, body: { ...mentioned, [name]: value } }, foreign: name, inPath: false });
  }
  return requests;
}

const isName = (parameter: string): boolean => parameter === 'id' || kindOfField(parameter) !== undefined;

/** Replaces every id in a body with a pick. */
function withPicks(value: unknown, name = ''): unknown {
  const kind = kindOfField(name);
  if (typeof value === 'string')
    return kind && kind !== 'reference' && kind !== 'external' ? first(kind) : name === 'ids' ? first('asset') : value;
  if (Array.isArray(value)) return value.map((item) => withPicks(item, name));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withPicks(inner, key)]));
}

/** Makes every pick foreign; undefined when there is none. */
function madeForeign(value: unknown): unknown {
  if (value instanceof Pick) return theirs(value.kind);
  if (value === null || typeof value !== 'object') return undefined;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown, boolean] => {
    const foreign = madeForeign(inner);
    return [key, foreign ?? inner, foreign !== undefined];
  });
  if (!entries.some(([, , changed]) => changed)) return undefined;
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries.map(([key, inner]) => [key, inner]));
}
