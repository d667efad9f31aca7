/** Resolves every function an expression may call, by name and number of arguments; an unknown one is refused when a rule is saved. */
import { MAX_BUILT_SIZE } from './bounds';
import type { Meter } from './meter';
import { CONVERSIONS } from './conversions';
import { callLibrary, librarySignatures, type CallStyle } from './library';
import { max, min, sum } from './list-functions';
import { MATH_FUNCTIONS } from './math-functions';
import type { NumberMapping } from './numbers';
import { format, isSearchable, join, matches, replace, split, TOO_LONG_TO_SEARCH, weightOf } from './text-functions';
import { dateOf, isAnniversary, isTimeField, timeField } from './time-functions';
import { CelFailure, kindOf, RuleList, RuleMap, TOO_LARGE, type ExpressionResult, type RuleValue } from './values';

/** A resolved function; `values` begins with the receiver of a method. */
type RuleFunction = (values: readonly RuleValue[], numbers: NumberMapping, meter: Meter) => ExpressionResult;

/** Prefixes that look like receivers but only group functions. */
export const NAMESPACES: ReadonlySet<string> = new Set(['math', 'strings']);

function size(values: readonly RuleValue[], numbers: NumberMapping, meter: Meter): ExpressionResult {
  const value = values[0] ?? null;
  if (value instanceof RuleList || value instanceof RuleMap) return numbers.ofInteger(BigInt(value.size));
  if (value instanceof Uint8Array) return numbers.ofInteger(BigInt(value.length));
  if (typeof value !== 'string') return new CelFailure(`A value of kind ${kindOf(value)} has no size`);
  meter.spendText(value.length);
  let characters = 0;
  for (const character of value) characters += character.length > 0 ? 1 : 0;
  return numbers.ofInteger(BigInt(characters));
}

function textTest(name: string, test: (text: string, sought: string) => boolean): RuleFunction {
  return (values, numbers, meter) => {
    const [text, sought] = values;
    if (typeof text !== 'string' || typeof sought !== 'string') return callLibrary(name, 'method', values, numbers);
    meter.spendText(text.length);
    return isSearchable(text, sought) ? test(text, sought) : TOO_LONG_TO_SEARCH;
  };
}

/** A function of the library, charged by the size of what it reads. */
function fromLibrary(name: string, style: CallStyle): RuleFunction {
  return (values, numbers, meter) => {
    let weight = 0;
    for (const value of values) weight += weightOf(value, meter);
    if (weight > MAX_BUILT_SIZE + 1_024) return TOO_LARGE;
    meter.spendText(weight);
    const [text, sought] = values;
    if (typeof text === 'string' && typeof sought === 'string' && !isSearchable(text, sought)) return TOO_LONG_TO_SEARCH;
    return callLibrary(name, style, values, numbers);
  };
}

const ZONE_COST = 20;

const OWN_FUNCTIONS: Readonly<Record<string, RuleFunction>> = {
  date: (values, numbers, meter) => {
    meter.spend(ZONE_COST);
    return dateOf(values, numbers);
  },
  isAnniversary: (values, numbers, meter) => {
    meter.spend(2 * ZONE_COST);
    return isAnniversary(values, numbers);
  },
};

const OWN_METHODS: Readonly<Record<string, RuleFunction>> = {
  size,
  startsWith: textTest('startsWith', (text, sought) => text.startsWith(sought)),
  endsWith: textTest('endsWith', (text, sought) => text.endsWith(sought)),
  contains: textTest('contains', (text, sought) => text.includes(sought)),
  matches,
  split,
  replace,
  join,
  format,
  sum,
  min,
  max,
};

/** Calls that the library does not list, or that this engine adds. */
const ADDED_SIGNATURES: readonly (readonly [string, string])[] = [
  ['date', 'function/2'],
  ['decimal', 'function/1'],
  ['isAnniversary', 'function/3'],
  ['matches', 'function/2'],
  ['sum', 'method/0'],
  ['min', 'method/0'],
  ['max', 'method/0'],
];

const SIGNATURES = ADDED_SIGNATURES.reduce(
  (known, [name, signature]) => known.set(name, new Set(known.get(name)).add(signature)),
  librarySignatures(),
);

function ownFunction(name: string, style: CallStyle, arity: number): RuleFunction | undefined {
  const conversion = Object.hasOwn(CONVERSIONS, name) && style === 'function' ? CONVERSIONS[name] : undefined;
  if (conversion !== undefined && arity === 1) {
    return (values, numbers, meter) => {
      meter.spendText(typeof values[0] === 'string' ? values[0].length : 1);
      return conversion(values[0] ?? null, numbers);
    };
  }
  if (isTimeField(name)) {
    return (values, numbers, meter) => {
      meter.spend(values.length > 1 ? ZONE_COST : 2);
      return timeField(name, values, numbers);
    };
  }
  const own = style === 'function' && Object.hasOwn(OWN_FUNCTIONS, name) ? OWN_FUNCTIONS : OWN_METHODS;
  return Object.hasOwn(own, name) ? own[name] : undefined;
}

/** The names of all functions, as they are written in a call. */
export const callableNames = (): ReadonlySet<string> =>
  new Set([...SIGNATURES.keys(), ...Object.keys(MATH_FUNCTIONS).map((name) => `math.${name}`)]);

/**
 * Finds a function by name, style and number of arguments (a receiver not counted). A string instead
 * of a function is the reason there is none, as a sentence.
 */
export function resolveFunction(name: string, style: CallStyle, arity: number): RuleFunction | string {
  if (name.startsWith('math.')) return resolveMath(name, arity);
  const signatures = SIGNATURES.get(name);
  if (signatures === undefined) return `There is no function ${name}.`;
  if (!signatures.has(`${style}/${arity}`))
    return `The function ${name} cannot be called ${style === 'method' ? 'on a value ' : ''}with ${arity} arguments.`;
  return ownFunction(name, style, arity) ?? fromLibrary(name, style);
}

function resolveMath(name: string, arity: number): RuleFunction | string {
  const key = name.slice('math.'.length);
  const found = Object.hasOwn(MATH_FUNCTIONS, key) ? MATH_FUNCTIONS[key] : undefined;
  if (found === undefined) return `There is no function ${name}.`;
  const fits = found.arities === 'any' ? arity > 0 : found.arities.includes(arity);
  if (!fits) return `The function ${name} cannot be called with ${arity} arguments.`;
  const { call } = found;
  return (values, numbers, meter) => {
    meter.spend(values[0] instanceof RuleList ? values[0].size : 1);
    return call(values, numbers);
  };
}
