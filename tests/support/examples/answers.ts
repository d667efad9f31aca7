/** Compares the answer shown on a page with the real one: same fields and values, except what differs on each run. */

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;
const HASH = /^[0-9a-f]{64}$/;
/** Stands for any text in a shown answer. */
const ANY = '…';

export interface Comparison {
  /** Real ids by the ids shown so far: a shown id always means the same record. */
  readonly ids: Map<string, string>;
  /** Whether the shown answer may omit fields. */
  readonly part: boolean;
}

/** The first difference as a sentence, or null. */
export function difference(shown: unknown, real: unknown, comparison: Comparison, path = 'answer'): string | null {
  if (typeof shown === 'string') return textDifference(shown, real, comparison, path);
  if (Array.isArray(shown)) return listDifference(shown, real, comparison, path);
  if (shown !== null && typeof shown === 'object') return objectDifference(shown as Json, real, comparison, path);
  return Object.is(shown, real) ? null : `${path} is ${JSON.stringify(real)}, shown as ${JSON.stringify(shown)}`;
}

type Json = Readonly<Record<string, unknown>>;

function textDifference(shown: string, real: unknown, { ids }: Comparison, path: string): string | null {
  const differs = `${path} is ${JSON.stringify(real)}, shown as ${JSON.stringify(shown)}`;
  if (typeof real !== 'string') return differs;
  if (UUID.test(shown)) {
    const known = ids.get(shown);
    if (known === undefined && UUID.test(real)) ids.set(shown, real);
    return UUID.test(real) && (known === undefined || known === real) ? null : differs;
  }
  if (TIME.test(shown)) return TIME.test(real) ? null : differs;
  if (HASH.test(shown)) return HASH.test(real) ? null : differs;
  if (!shown.includes(ANY)) return shown === real ? null : differs;
  const [start = '', end = ''] = shown.split(ANY);
  return real.startsWith(start) && real.endsWith(end) && real.length >= start.length + end.length ? null : differs;
}

function listDifference(shown: readonly unknown[], real: unknown, comparison: Comparison, path: string): string | null {
  if (!Array.isArray(real)) return `${path} is no list`;
  if (real.length !== shown.length) return `${path} has ${real.length} elements, shown with ${shown.length}`;
  return first(shown.map((item, index) => () => difference(item, real[index], comparison, `${path}[${index}]`)));
}

function objectDifference(shown: Json, real: unknown, comparison: Comparison, path: string): string | null {
  if (real === null || typeof real !== 'object') return `${path} is ${JSON.stringify(real)}, shown as an object`;
  const missing = Object.keys(shown).find((key) => !Object.hasOwn(real, key));
  if (missing !== undefined) return `${path} has no ${missing}`;
  const silent = comparison.part ? undefined : Object.keys(real).find((key) => !Object.hasOwn(shown, key));
  if (silent !== undefined) return `${path}.${silent} is not shown`;
  return first(Object.keys(shown).map((key) => () => difference(shown[key], (real as Json)[key], comparison, `${path}.${key}`)));
}

const first = (checks: readonly (() => string | null)[]): string | null => {
  for (const check of checks) {
    const found = check();
    if (found !== null) return found;
  }
  return null;
};
