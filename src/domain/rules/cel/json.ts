/** JSON in and out: payloads become lazy views, results become JSON without losing a digit. */
import { isCelType, isCelUint } from '@bufbuild/cel';
import { Amount, formatDecimal } from '../../money';
import type { NumberMapping } from './numbers';
import { Failure, RuleList, RuleMap, type MapKey, type RuleValue, type TimeValue } from './values';

export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

class JsonList extends RuleList {
  constructor(
    private readonly items: readonly unknown[],
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
    private readonly fields: Readonly<Record<string, unknown>>,
    private readonly numbers: NumberMapping,
  ) {
    super();
  }

  get size(): number {
    return Object.keys(this.fields).length;
  }

  get(key: MapKey): RuleValue | undefined {
    if (!this.has(key)) return undefined;
    return valueOfJson(this.fields[key as string], this.numbers);
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
      return Array.isArray(json) ? new JsonList(json, numbers) : new JsonMap(json as Record<string, unknown>, numbers);
    default:
      return null;
  }
}

/** A number as JSON: a JSON number where that holds every digit, else its decimal text. */
function jsonOfDecimal(value: Amount): JsonValue {
  const text = formatDecimal(value);
  const nearest = Number(text);
  return Number.isFinite(nearest) && new Amount(nearest).equals(value) ? nearest : text;
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

/** A value as JSON in full; a Failure when its map keys are not texts. */
export function jsonOf(value: RuleValue, textOfTime: (time: TimeValue) => string): JsonValue | Failure {
  if (value instanceof RuleList) {
    const items: JsonValue[] = [];
    for (const item of value) {
      const json = jsonOf(item, textOfTime);
      if (json instanceof Failure) return json;
      items.push(json);
    }
    return items;
  }
  if (!(value instanceof RuleMap)) return jsonOfScalar(value, textOfTime);
  const fields: Record<string, JsonValue> = Object.create(null) as Record<string, JsonValue>;
  for (const key of value.keys()) {
    if (typeof key !== 'string') return new Failure('A map with keys other than texts cannot become JSON');
    const json = jsonOf(value.get(key) ?? null, textOfTime);
    if (json instanceof Failure) return json;
    fields[key] = json;
  }
  return { ...fields };
}
