/** Implements the text functions that the library would let grow or run without bound, or that must not pass decimals through floats. */
import { Amount } from '../../money';
import { MAX_BUILT_SIZE, MAX_REGEX_TEXT, MAX_REGEX_WORK, MAX_SEARCH_WORK } from './bounds';
import type { Meter } from './meter';
import { callLibrary } from './library';
import type { NumberMapping } from './numbers';
import { patternSize } from './patterns';
import { BuiltList, BuiltMap, CelFailure, mapKeyOf, RuleList, RuleMap, TOO_LARGE, type ExpressionResult, type RuleValue } from './values';

/** Roughly the number of characters that a value takes when written out. */
export function weightOf(value: RuleValue, meter: Meter): number {
  if (typeof value === 'string') return value.length;
  if (value instanceof Uint8Array) return value.length;
  meter.spend(1);
  let weight = 16;
  if (value instanceof RuleList) for (const item of value) weight += weightOf(item, meter);
  if (value instanceof RuleMap) {
    for (const key of value.keys()) {
      const mapKey = mapKeyOf(key);
      weight += weightOf(key, meter) + (mapKey === undefined ? 0 : weightOf(value.get(mapKey) ?? null, meter));
    }
  }
  return weight;
}

/** `text.matches(pattern)`: RE2, so linear in the text; the size of the pattern is bounded, too. */
export function matches(values: readonly RuleValue[], numbers: NumberMapping, meter: Meter): ExpressionResult {
  const [text, pattern] = values;
  if (typeof text === 'string' && typeof pattern === 'string') {
    if (text.length > MAX_REGEX_TEXT) return new CelFailure(`A text of more than ${MAX_REGEX_TEXT} characters is too long for matches`);
    const size = patternSize(pattern);
    if (text.length * size > MAX_REGEX_WORK) return new CelFailure('The pattern is too large for a text of this length');
    meter.spendText((text.length + size) * 8);
  }
  return callLibrary('matches', 'method', values, numbers);
}

/** Searching can cost the product of both lengths; beyond the bound it is refused. */
export function isSearchable(text: string, sought: string): boolean {
  return text.length * sought.length <= MAX_SEARCH_WORK;
}

export const TOO_LONG_TO_SEARCH = new CelFailure('The texts are too long to search one in the other');

/** At most `limit` pieces of the text, the last one holding the rest; an empty separator splits into characters. */
function pieces(text: string, separator: string, limit: number): string[] {
  if (limit === 0) return [];
  const all = separator === '' ? [...text] : text.split(separator);
  if (limit < 0 || all.length <= limit) return all;
  return [...all.slice(0, limit - 1), all.slice(limit - 1).join(separator)];
}

/** How often to split or replace: -1 without a limit, undefined when the limit is not a whole number. */
function limitOf(value: RuleValue | undefined): number | undefined {
  if (value === undefined) return -1;
  const limit = mapKeyOf(value);
  return typeof limit === 'bigint' ? Math.max(Number(limit), -1) : undefined;
}

/** `text.split(separator, limit?)`: at most `limit` pieces, the last one holding the rest. */
export function split(values: readonly RuleValue[], numbers: NumberMapping, meter: Meter): ExpressionResult {
  const [text, separator, limitValue] = values;
  const limit = limitOf(limitValue);
  if (typeof text !== 'string' || typeof separator !== 'string' || limit === undefined)
    return callLibrary('split', 'method', values, numbers);
  if (!isSearchable(text, separator)) return TOO_LONG_TO_SEARCH;
  meter.spendText(text.length * 4);
  return new BuiltList(pieces(text, separator, limit));
}

/** `text.replace(from, to, limit?)`. */
export function replace(values: readonly RuleValue[], numbers: NumberMapping, meter: Meter): ExpressionResult {
  const [text, from, to, limitValue] = values;
  const limit = limitOf(limitValue);
  if (typeof text !== 'string' || typeof from !== 'string' || typeof to !== 'string' || limit === undefined)
    return callLibrary('replace', 'method', values, numbers);
  if (!isSearchable(text, from)) return TOO_LONG_TO_SEARCH;
  meter.spendText(text.length * 4);
  if (limit === 0) return text;
  const parts = from === '' ? ['', ...text, ''] : text.split(from);
  const replaced = limit < 0 ? parts.length - 1 : Math.min(limit, parts.length - 1);
  if (text.length + replaced * (to.length - from.length) > MAX_BUILT_SIZE) return TOO_LARGE;
  return (
    parts.slice(0, replaced + 1).join(to) +
    parts
      .slice(replaced + 1)
      .map((part) => from + part)
      .join('')
  );
}

/** `list.join(separator?)`. */
export function join(values: readonly RuleValue[], numbers: NumberMapping, meter: Meter): ExpressionResult {
  const [list, separator = ''] = values;
  if (!(list instanceof RuleList) || typeof separator !== 'string') return callLibrary('join', 'method', values, numbers);
  meter.spend(list.size);
  const texts: string[] = [];
  let size = 0;
  for (const item of list) {
    if (typeof item !== 'string') return new CelFailure('Only texts can be joined');
    size += item.length + separator.length;
    if (size > MAX_BUILT_SIZE) return TOO_LARGE;
    texts.push(item);
  }
  meter.spendText(size);
  return texts.join(separator);
}

const CLAUSE = /%(?:\.(\d+))?([a-zA-Z%])/g;
const MAX_PRECISION = 100;

/** With an exponent of at least two digits, as the library writes doubles. */
function exponential(value: Amount, places: number): string {
  return value.toExponential(places, Amount.ROUND_HALF_EVEN).replace(/e([+-])(\d)$/, 'e$10$2');
}

/** Decimals within lists and maps as their text, which the library prints as it is. */
function spelledOut(value: RuleValue): RuleValue {
  if (value instanceof Amount) return value.toFixed();
  if (value instanceof RuleList) return new BuiltList(Array.from(value, spelledOut));
  if (!(value instanceof RuleMap)) return value;
  return new BuiltMap(
    new Map(
      Array.from(value.keys(), (key) => {
        const mapKey = mapKeyOf(key) ?? '';
        return [mapKey, { key, value: spelledOut(value.get(mapKey) ?? null) }] as const;
      }),
    ),
  );
}

/** A decimal under a clause of `format`, or undefined where the library itself is exact. */
function formattedDecimal(value: Amount, verb: string, precision: string | undefined): string | undefined {
  if (verb === 'f') return value.toFixed(Number(precision ?? 6), Amount.ROUND_HALF_EVEN);
  if (verb === 'e') return exponential(value, Number(precision ?? 6));
  return verb === 's' || (verb === 'd' && value.isInteger()) ? value.toFixed() : undefined;
}

/** `text.format(list)`, with decimals written digit for digit. */
export function format(values: readonly RuleValue[], numbers: NumberMapping, meter: Meter): ExpressionResult {
  const [text, list] = values;
  if (typeof text !== 'string' || !(list instanceof RuleList)) return callLibrary('format', 'method', values, numbers);
  const items = [...list];
  if (text.length + weightOf(list, meter) > MAX_BUILT_SIZE) return TOO_LARGE;
  let index = 0;
  let tooPrecise = false;
  const clauses = text.replace(CLAUSE, (clause: string, precision: string | undefined, verb: string) => {
    if (verb === '%') return clause;
    tooPrecise ||= Number(precision ?? 0) > MAX_PRECISION;
    const item = items[index];
    const written = item instanceof Amount && !tooPrecise ? formattedDecimal(item, verb, precision) : undefined;
    if (item !== undefined && verb === 's' && !(item instanceof Amount)) items[index] = spelledOut(item);
    if (written !== undefined) items[index] = written;
    index += 1;
    return written === undefined ? clause : '%s';
  });
  if (tooPrecise) return new CelFailure(`A number can be formatted with at most ${MAX_PRECISION} decimal places`);
  return callLibrary('format', 'method', [clauses, new BuiltList(items)], numbers);
}
