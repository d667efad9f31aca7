/**
 * Defines the values that expressions compute with. Lists and maps are lazy views, so that a rule that
 * reads three fields of a large payload pays for three.
 */
import { celType, isCelType, isCelUint, type CelObjectType, type CelType, type CelUint, type CelValue } from '@bufbuild/cel';
import { Amount } from '../../money';
import { MAX_BUILT_SIZE } from './bounds';

/** int, double, uint; and the exact decimal that stands for all of them in templates. */
export type RuleNumber = bigint | number | CelUint | Amount;
/** A timestamp or a duration. */
export type TimeValue = CelValue<CelObjectType>;
export type RuleValue = null | boolean | string | RuleNumber | Uint8Array | RuleList | RuleMap | TimeValue | CelType;
export type MapKey = string | boolean | bigint;

/** A sub-expression that has no value. Operators may absorb it, as CEL's `||` does. */
export class CelFailure {
  constructor(
    /** What went wrong, as a sentence without its period. */
    readonly reason: string,
  ) {}
}

export type ExpressionResult = RuleValue | CelFailure;

export const TOO_LARGE = new CelFailure(`The expression builds more than ${MAX_BUILT_SIZE} characters or elements`);

export abstract class RuleList {
  abstract readonly size: number;
  /** The element at an index within the list. */
  abstract at(index: number): RuleValue;

  *[Symbol.iterator](): Iterator<RuleValue> {
    for (let index = 0; index < this.size; index += 1) yield this.at(index);
  }
}

export class BuiltList extends RuleList {
  constructor(private readonly items: readonly RuleValue[]) {
    super();
  }

  get size(): number {
    return this.items.length;
  }

  at(index: number): RuleValue {
    return this.items[index] ?? null;
  }
}

export abstract class RuleMap {
  abstract readonly size: number;
  abstract get(key: MapKey): RuleValue | undefined;
  /** Presence, which `get` does not always show: an absent counter reads 0. */
  abstract has(key: MapKey): boolean;
  abstract keys(): Iterable<RuleValue>;
}

/** A map literal; numeric keys of equal value are one key, whatever their kind. */
export class BuiltMap extends RuleMap {
  constructor(private readonly entries: ReadonlyMap<MapKey, { key: RuleValue; value: RuleValue }>) {
    super();
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: MapKey): RuleValue | undefined {
    return this.entries.get(key)?.value;
  }

  has(key: MapKey): boolean {
    return this.entries.has(key);
  }

  *keys(): Iterable<RuleValue> {
    for (const { key } of this.entries.values()) yield key;
  }
}

export function isNumber(value: RuleValue): value is RuleNumber {
  return typeof value === 'bigint' || typeof value === 'number' || value instanceof Amount || isCelUint(value);
}

/** The form in which a value indexes a map, or undefined when it cannot. */
export function mapKeyOf(value: RuleValue): MapKey | undefined {
  if (typeof value === 'string' || typeof value === 'boolean' || typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : undefined;
  if (value instanceof Amount) return value.isInteger() ? BigInt(value.toFixed()) : undefined;
  return isCelUint(value) ? value.value : undefined;
}

export function isTime(value: RuleValue): value is TimeValue {
  return kindOf(value) === 'timestamp' || kindOf(value) === 'duration';
}

/** The kind of a value in the words an author knows. */
export function kindOf(value: RuleValue): string {
  switch (typeof value) {
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    default:
      return kindOfObject(value);
  }
}

function kindOfObject(value: Exclude<RuleValue, string | boolean | number | bigint>): string {
  if (value === null) return 'null';
  if (value instanceof RuleMap) return 'map';
  if (value instanceof RuleList) return 'list';
  if (value instanceof Amount) return 'decimal';
  if (value instanceof Uint8Array) return 'bytes';
  if (isCelUint(value)) return 'uint';
  if (isCelType(value)) return 'type';
  const { name } = celType(value);
  if (name === 'google.protobuf.Timestamp') return 'timestamp';
  return name === 'google.protobuf.Duration' ? 'duration' : name;
}
