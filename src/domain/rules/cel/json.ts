/** Converts JSON in and out: payloads become lazy views, results become JSON without losing a digit. */
import { isCelType, isCelUint } from '@bufbuild/cel';
import { Amount, formatDecimal } from '../../money';
import { MAX_BUILT_SIZE } from './bounds';
import type { NumberMapping } from './numbers';
import { CelFailure, RuleList, RuleMap, TOO_LARGE, type MapKey, type RuleValue, type TimeValue } from './values';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonRecord;
export interface JsonRecord {
  readonly [key: string]: JsonValue;
}

export const isJsonList = (json: JsonValue): json is readonly JsonValue[] => Array.isArray(json);
export const isJsonRecord = (json: JsonValue): json is JsonRecord => typeof json === 'object' && json !== null && !isJsonList(json);

class JsonList extends RuleList {
  constructor(
    readonly items: readonly unknown[],
    private readonly numbers: NumberMapping,
  ) {
    super();
  }

  get size(): number {
    return this.items.length;
  }

  at(index: number): RuleValue {
    return valueOfJson(this.items[index], this.numbers);
  }
}

class JsonMap extends RuleMap {
  constructor(
    readonly fields: Readonly<Record<string, unknown>>,
    private readonly numbers: NumberMapping,
  ) {
    super();
  }

  get size(): number {
    return Object.keys(this.fields).length;
  }

  get(key: MapKey): RuleValue | undefined {
    if (typeof key !== 'string' || !this.has(key)) return undefined;
    return valueOfJson(this.fields[key], this.numbers);
  }

  has(key: MapKey): boolean {
    return typeof key === 'string' && Object.hasOwn(this.fields, key) && this.fields[key] !== undefined;
  }

  keys(): Iterable<RuleValue> {
    return Object.keys(this.fields);
  }
}

/** A view on parsed JSON; nothing below the top is converted until it is read. */
export function valueOfJson(json: unknown, numbers: NumberMapping): RuleValue {
  switch (typeof json) {
    case 'string':
    case 'boolean':
      return json;
    case 'number':
      return numbers.ofJson(json);
    case 'object':
      if (json === null) return null;
      // An object that is no list is read by its fields.
      return Array.isArray(json) ? new JsonList(json, numbers) : new JsonMap(json as Record<string, unknown>, numbers);
    default:
      return null;
  }
}

/** Any decimal of up to this many significant digits, in the range used here, survives being a double. */
const DIGITS_A_DOUBLE_KEEPS = 15;

/** A number as JSON: a JSON number where that holds every digit, else its decimal text. */
function jsonOfDecimal(value: Amount): JsonValue {
  const nearest = value.toNumber();
  const survives = value.precision() <= DIGITS_A_DOUBLE_KEEPS || (Number.isFinite(nearest) && new Amount(nearest).equals(value));
  return survives ? nearest : formatDecimal(value);
}

/** A scalar as JSON; timestamps and durations by their text, bytes in base64. */
export function jsonOfScalar(value: Exclude<RuleValue, RuleList | RuleMap>, textOfTime: (time: TimeValue) => string): JsonValue {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return jsonOfDecimal(new Amount(value.toString()));
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    default:
      break;
  }
  if (value === null) return null;
  if (value instanceof Amount) return jsonOfDecimal(value);
  if (isCelUint(value)) return jsonOfDecimal(new Amount(value.value.toString()));
  if (value instanceof Uint8Array) return btoa(Array.from(value, (byte) => String.fromCharCode(byte)).join(''));
  return isCelType(value) ? value.name : textOfTime(value);
}

/** Writes one value as JSON; a value that repeats a large one too often is refused before it is copied. */
class JsonWriter {
  private left = MAX_BUILT_SIZE;

  constructor(private readonly textOfTime: (time: TimeValue) => string) {}

  write(value: RuleValue): JsonValue | CelFailure {
    if (value instanceof JsonList) return this.passOn(value.items);
    if (value instanceof JsonMap) return this.passOn(value.fields);
    if (value instanceof RuleList) return this.writeList(value);
    if (value instanceof RuleMap) return this.writeMap(value);
    const json = jsonOfScalar(value, this.textOfTime);
    this.left -= typeof json === 'string' ? json.length + 1 : 1;
    return this.left < 0 ? TOO_LARGE : json;
  }

  /** What came in as JSON goes out unchanged. */
  private passOn(json: unknown): JsonValue | CelFailure {
    this.weigh(json);
    return this.left < 0 ? TOO_LARGE : (json as JsonValue); // its views are made of parsed JSON only
  }

  private weigh(json: unknown): void {
    this.left -= typeof json === 'string' ? json.length + 1 : 1;
    if (typeof json !== 'object' || json === null || this.left < 0) return;
    if (!Array.isArray(json)) this.left -= Object.keys(json).join('').length;
    for (const item of Object.values(json)) this.weigh(item);
  }

  private writeList(list: RuleList): JsonValue | CelFailure {
    const items: JsonValue[] = [];
    for (const item of list) {
      const json = this.write(item);
      if (json instanceof CelFailure) return json;
      items.push(json);
    }
    return items;
  }

  private writeMap(map: RuleMap): JsonValue | CelFailure {
    const fields: [string, JsonValue][] = [];
    for (const key of map.keys()) {
      if (typeof key !== 'string') return new CelFailure('A map with keys other than texts cannot become JSON');
      const json = this.write(map.get(key) ?? null);
      if (json instanceof CelFailure) return json;
      this.left -= key.length;
      fields.push([key, json]);
    }
    return Object.fromEntries(fields);
  }
}

/** A value as JSON in full; a Failure when it is too large or has map keys that are not texts. */
export function jsonOf(value: RuleValue, textOfTime: (time: TimeValue) => string): JsonValue | CelFailure {
  return new JsonWriter(textOfTime).write(value);
}
