/**
 * Adapts the library's functions to this engine's values: which exist, and how to call one. Whatever this
 * engine does not do itself, it does exactly as the library does.
 */
import {
  celEnv,
  celList,
  celMap,
  isCelError,
  isCelList,
  isCelMap,
  isCelUint,
  parse,
  plan,
  type CelInput,
  type CelResult,
  type CelValue,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import { Amount } from '../../money';
import type { NumberMapping } from './numbers';
import {
  BuiltList,
  BuiltMap,
  CelFailure,
  kindOf,
  mapKeyOf,
  RuleList,
  RuleMap,
  type ExpressionResult,
  type MapKey,
  type RuleValue,
  type TimeValue,
} from './values';

const ENVIRONMENT = celEnv({ funcs: strings });

export type CallStyle = 'function' | 'method';

/** The library's function names, each with the signatures it takes: `method/1`, `function/2`, … */
export function librarySignatures(): Map<string, Set<string>> {
  const signatures = new Map<string, Set<string>>();
  for (const { name, target, arguments: parameters } of ENVIRONMENT.funcs) {
    if (!/^[a-zA-Z][a-zA-Z.]*$/.test(name)) continue;
    const style: CallStyle = target === undefined ? 'function' : 'method';
    signatures.set(name, (signatures.get(name) ?? new Set()).add(`${style}/${parameters.length}`));
  }
  return signatures;
}

type Plan = (bindings: Record<string, CelInput>) => CelResult;
const plans = new Map<string, Plan>();

/** The expression `source` over the variables a, b, c, …, planned once; sources come only from this engine, so they are few. */
function planned(source: string): Plan {
  let found = plans.get(source);
  if (found === undefined) {
    found = plan(ENVIRONMENT, parse(source));
    plans.set(source, found);
  }
  return found;
}

const NAMES = 'abcdefgh';

function evaluate(source: string, values: readonly RuleValue[], numbers: NumberMapping): ExpressionResult {
  const bindings: Record<string, CelInput> = {};
  values.forEach((value, index) => {
    bindings[NAMES[index] ?? ''] = toLibrary(value);
  });
  const result = planned(source)(bindings);
  if (!isCelError(result)) return fromLibrary(result, numbers);
  return new CelFailure(
    result.message.startsWith('found no matching overload')
      ? `Values of kind ${values.map(kindOf).join(' and ')} do not fit here`
      : result.message,
  );
}

/** Calls a library function; `values` begins with the receiver of a method. */
export function callLibrary(name: string, style: CallStyle, values: readonly RuleValue[], numbers: NumberMapping): ExpressionResult {
  const names = values.map((_, index) => NAMES[index]);
  const source = style === 'method' ? `${names[0]}.${name}(${names.slice(1).join()})` : `${name}(${names.join()})`;
  return evaluate(source, values, numbers);
}

/** Applies an operator to values that are not numbers: times, bytes, bools. */
export function applyLibrary(operator: string, left: RuleValue, right: RuleValue, numbers: NumberMapping): ExpressionResult {
  return evaluate(`a ${operator} b`, [left, right], numbers);
}

/** RFC 3339 for a timestamp, seconds for a duration. */
export function textOfTime(time: TimeValue): string {
  const text = planned('string(a)')({ a: time });
  return typeof text === 'string' ? text : '';
}

/** A timestamp with milliseconds. */
export function timestampOf(date: Date): RuleValue {
  // A date is written as the timestamps that are read here.
  return planned('timestamp(a)')({ a: date.toISOString() }) as TimeValue;
}

function toLibrary(value: RuleValue): CelValue {
  if (value instanceof RuleList) return celList(Array.from(value, toLibrary));
  if (value instanceof Amount) return value.isInteger() ? BigInt(value.toFixed()) : value.toNumber();
  if (!(value instanceof RuleMap)) return value;
  const entries = new Map<MapKey, CelValue>();
  for (const key of value.keys()) {
    const mapKey = mapKeyOf(key);
    if (mapKey !== undefined) entries.set(mapKey, toLibrary(value.get(mapKey) ?? null));
  }
  return celMap(entries);
}

function fromLibrary(value: CelValue, numbers: NumberMapping): RuleValue {
  if (typeof value === 'bigint') return numbers.ofInteger(value);
  if (numbers.exact && typeof value === 'number') return numbers.ofJson(value);
  if (numbers.exact && isCelUint(value)) return numbers.ofInteger(value.value);
  if (isCelList(value)) return new BuiltList(Array.from(value, (item) => fromLibrary(item, numbers)));
  if (!isCelMap(value)) return value;
  const entries = new Map<MapKey, { key: RuleValue; value: RuleValue }>();
  for (const [key, item] of value) {
    const mapKey = typeof key === 'object' ? key.value : key;
    entries.set(mapKey, { key: fromLibrary(key, numbers), value: fromLibrary(item, numbers) });
  }
  return new BuiltMap(entries);
}
