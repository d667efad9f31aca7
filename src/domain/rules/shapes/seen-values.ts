/**
 * Counts which values the fields of records have, for fields that have few of them: what one would choose from, such as a channel or a
 * category. Fields whose values tell whom or what a record is about, such as ids and addresses, are left out.
 */
import type { JsonRecord, JsonValue } from '../activation';
import { shownKey } from './redact';

type SeenScalar = string | number | boolean;

export interface SeenField {
  /** As rules refer to it, without the root; the elements of a list are `tags[]`. */
  readonly path: string;
  /** In how many records it has a value. */
  readonly presentCount: number;
  /** Commonest first; each count is of records. */
  readonly values: readonly { readonly value: SeenScalar; readonly count: number }[];
  /** Whether it has more values than are shown. */
  readonly truncated: boolean;
}

const MAX_DEPTH = 6;
const MAX_PATHS = 2_000;
const MAX_FIELDS = 200;
const MAX_SHOWN = 20;
/** A field with more values than this is not one to choose from. */
const MAX_DISTINCT = 50;
/** A text that could be a number to choose from, such as a size, and no id. */
const SHORT_NUMBER = /^-?\d{1,6}(?:\.\d{1,6})?$/;
/** So few values are few however few records there are; more than these must each be in two records on average. */
const ALWAYS_FEW = 5;

interface Counted {
  present: number;
  /** Null once there are too many values, or one that is not to be shown. */
  values: Map<SeenScalar, number> | null;
}

/** @returns at most 200 fields, by path. */
export function seenValues(records: readonly JsonRecord[]): SeenField[] {
  const fields = new Map<string, Counted>();
  for (const record of records) {
    const own = new Map<string, Set<SeenScalar>>();
    walkRecord(record, '', 0, own);
    for (const [path, values] of own) count(fields, path, values);
  }
  return [...fields]
    .flatMap(([path, { present, values }]) => (values && isFew(values.size, present) ? [fieldOf(path, present, values)] : []))
    .sort((one, other) => other.presentCount - one.presentCount)
    .slice(0, MAX_FIELDS)
    .sort((one, other) => compare(one.path, other.path));
}

const isFew = (distinct: number, present: number): boolean => distinct <= ALWAYS_FEW || distinct * 2 <= present;

const compare = (one: SeenScalar, other: SeenScalar): number => (one < other ? -1 : Number(one > other));

function fieldOf(path: string, presentCount: number, counts: ReadonlyMap<SeenScalar, number>): SeenField {
  const values = [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((one, other) => other.count - one.count || compare(one.value, other.value));
  return { path, presentCount, values: values.slice(0, MAX_SHOWN), truncated: values.length > MAX_SHOWN };
}

function walkRecord(record: JsonRecord, path: string, depth: number, own: Map<string, Set<SeenScalar>>): void {
  for (const [key, value] of Object.entries(record))
    if (shownKey(key) === key) walk(value, path === '' ? key : `${path}.${key}`, depth, own);
}

function walk(value: JsonValue, path: string, depth: number, own: Map<string, Set<SeenScalar>>): void {
  if (value === null || value === '' || depth > MAX_DEPTH) return;
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) walk(item, `${path}[]`, depth + 1, own); // `isArray` does not narrow readonly lists
  } else if (typeof value === 'object') {
    walkRecord(value as JsonRecord, path, depth + 1, own); // what is neither null nor a list is an object
  } else {
    const values = own.get(path);
    if (values) values.add(value);
    else own.set(path, new Set([value]));
  }
}

function count(fields: Map<string, Counted>, path: string, values: ReadonlySet<SeenScalar>): void {
  const field = fields.get(path) ?? { present: 0, values: new Map() };
  if (!fields.has(path)) {
    if (fields.size >= MAX_PATHS) return;
    fields.set(path, field);
  }
  field.present += 1;
  for (const value of values) {
    if (field.values === null) return;
    field.values.set(value, (field.values.get(value) ?? 0) + 1);
    if (field.values.size > MAX_DISTINCT || !isShowable(value)) field.values = null;
  }
}

const isShowable = (value: SeenScalar): boolean => typeof value !== 'string' || shownKey(value) === value || SHORT_NUMBER.test(value);
