/**
 * Counts, over a sample of payloads, in how many each field occurs and with which types. Paths are written
 * as rules refer to them, without the root: `pull_request.user.login`, `commits[].id`.
 */
import type { JsonRecord, JsonValue } from '../activation';
import { isJsonList, isJsonRecord } from '../cel/json';
import { shownKey } from './redact';

export const JSON_TYPES = ['string', 'number', 'boolean', 'object', 'array', 'null'] as const;
export type JsonType = (typeof JSON_TYPES)[number];

/** Every count is of events, however often a field occurs within one. */
export interface FieldCount {
  /** Events that have the field; null counts as present. */
  present: number;
  readonly types: Map<JsonType, number>;
}

const MAX_PATHS = 20_000;

function jsonTypeOf(value: JsonValue): JsonType {
  if (value === null) return 'null';
  if (isJsonList(value)) return 'array';
  return typeof value as JsonType; // JSON has no other types
}

export class ShapeTally {
  sampleSize = 0;
  /** Whether there were more paths than could be counted. */
  truncated = false;
  /** By the path as it may be shown: keys that are data are masked. */
  readonly fields = new Map<string, FieldCount>();
  /** Every path as sent, for comparison with those that rules name. */
  readonly sentPaths = new Set<string>();

  add(payload: JsonRecord): void {
    this.sampleSize += 1;
    const seen = new Map<string, Set<JsonType>>();
    this.walkFields(payload, '', '', seen);
    for (const [path, types] of seen) this.count(path, types);
  }

  private walkFields(fields: JsonRecord, sent: string, shown: string, seen: Map<string, Set<JsonType>>): void {
    for (const [key, value] of Object.entries(fields)) this.walk(value, extended(sent, key), extended(shown, shownKey(key)), seen);
  }

  private walk(value: JsonValue, sent: string, shown: string, seen: Map<string, Set<JsonType>>): void {
    const type = jsonTypeOf(value);
    if (this.sentPaths.size < MAX_PATHS) this.sentPaths.add(sent);
    const types = seen.get(shown);
    if (types) types.add(type);
    else seen.set(shown, new Set([type]));
    if (isJsonList(value)) for (const item of value) this.walk(item, `${sent}[]`, `${shown}[]`, seen);
    else if (isJsonRecord(value)) this.walkFields(value, sent, shown, seen);
  }

  private count(path: string, types: ReadonlySet<JsonType>): void {
    let field = this.fields.get(path);
    if (field === undefined) {
      if (this.fields.size >= MAX_PATHS) {
        this.truncated = true;
        return;
      }
      this.fields.set(path, (field = { present: 0, types: new Map() }));
    }
    field.present += 1;
    for (const type of types) field.types.set(type, (field.types.get(type) ?? 0) + 1);
  }
}

const extended = (path: string, key: string): string => (path === '' ? key : `${path}.${key}`);
