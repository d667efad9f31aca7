/** Implements the operators of CEL for values of every kind. */
import { isCelType } from '@bufbuild/cel';
import { MAX_BUILT_SIZE } from './bounds';
import type { Meter } from './meter';
import { applyLibrary } from './library';
import { compareNumbers, equalNumbers, conditionNumbers, type NumberMapping, type NumericResult } from './numbers';
import {
  BuiltList,
  CelFailure,
  isNumber,
  isTime,
  kindOf,
  mapKeyOf,
  RuleList,
  RuleMap,
  TOO_LARGE,
  type ExpressionResult,
  type RuleNumber,
  type RuleValue,
} from './values';

export type BinaryOperator = (left: RuleValue, right: RuleValue, meter: Meter) => ExpressionResult;

/** Elements compared in one step. */
const ELEMENTS_PER_STEP = 16;

function noOperator(symbol: string, left: RuleValue, right: RuleValue): CelFailure {
  return new CelFailure(`There is no ${kindOf(left)} ${symbol} ${kindOf(right)}`);
}

function concatenate(left: RuleList, right: RuleList, meter: Meter): ExpressionResult {
  const size = left.size + right.size;
  if (size > MAX_BUILT_SIZE) return TOO_LARGE;
  meter.spend(size);
  return new BuiltList([...left, ...right]);
}

function bytesConcatenated(left: Uint8Array, right: Uint8Array): ExpressionResult {
  if (left.length + right.length > MAX_BUILT_SIZE) return TOO_LARGE;
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}

function addOperator(numbers: NumberMapping): BinaryOperator {
  return (left, right, meter) => {
    if (isNumber(left) && isNumber(right)) return numbers.add(left, right) ?? noOperator('+', left, right);
    if (typeof left === 'string' && typeof right === 'string')
      return left.length + right.length > MAX_BUILT_SIZE ? TOO_LARGE : left + right;
    if (left instanceof RuleList && right instanceof RuleList) return concatenate(left, right, meter);
    if (left instanceof Uint8Array && right instanceof Uint8Array) return bytesConcatenated(left, right);
    return isTime(left) && isTime(right) ? applyLibrary('+', left, right, numbers) : noOperator('+', left, right);
  };
}

function arithmeticOperator(
  symbol: string,
  operation: (left: RuleNumber, right: RuleNumber) => NumericResult,
  numbers: NumberMapping,
): BinaryOperator {
  return (left, right) => {
    if (isNumber(left) && isNumber(right)) return operation(left, right) ?? noOperator(symbol, left, right);
    return symbol === '-' && isTime(left) && isTime(right) ? applyLibrary('-', left, right, numbers) : noOperator(symbol, left, right);
  };
}

function orderOperator(symbol: string, holds: (order: number) => boolean, numbers: NumberMapping): BinaryOperator {
  return (left, right) => {
    if (isNumber(left) && isNumber(right)) return holds(compareNumbers(left, right));
    if (typeof left === 'string' && typeof right === 'string') return holds(left < right ? -1 : left > right ? 1 : 0);
    return kindOf(left) === kindOf(right) && (typeof left === 'boolean' || left instanceof Uint8Array || isTime(left))
      ? applyLibrary(symbol, left, right, numbers)
      : noOperator(symbol, left, right);
  };
}

function equalLists(left: RuleList, right: RuleList, meter: Meter): boolean {
  if (left.size !== right.size) return false;
  meter.spend(Math.ceil(left.size / ELEMENTS_PER_STEP));
  for (let index = 0; index < left.size; index += 1) {
    if (!equalValues(left.at(index), right.at(index), meter)) return false;
  }
  return true;
}

function equalMaps(left: RuleMap, right: RuleMap, meter: Meter): boolean {
  if (left.size !== right.size) return false;
  meter.spend(Math.ceil(left.size / ELEMENTS_PER_STEP));
  for (const key of left.keys()) {
    const mapKey = mapKeyOf(key);
    if (mapKey === undefined || !right.has(mapKey)) return false;
    if (!equalValues(left.get(mapKey) ?? null, right.get(mapKey) ?? null, meter)) return false;
  }
  return true;
}

/** CEL equality: numbers by value across kinds, containers by their contents, different kinds never. */
export function equalValues(left: RuleValue, right: RuleValue, meter: Meter): boolean {
  if (typeof left === 'string' || typeof left === 'boolean' || left === null) return left === right;
  if (isNumber(left)) return isNumber(right) && equalNumbers(left, right);
  meter.spend(1);
  if (left instanceof RuleList) return right instanceof RuleList && equalLists(left, right, meter);
  if (left instanceof RuleMap) return right instanceof RuleMap && equalMaps(left, right, meter);
  if (left instanceof Uint8Array)
    return right instanceof Uint8Array && left.length === right.length && left.every((byte, index) => byte === right[index]);
  if (isCelType(left)) return right !== null && isCelType(right) && left.name === right.name;
  return typeof right === 'object' && right !== null && isTime(right) && equalTimes(left, right);
}

function equalTimes(left: RuleValue, right: RuleValue): boolean {
  return ['<', '>'].every((symbol) => applyLibrary(symbol, left, right, conditionNumbers) === false);
}

/** The operator `in`. */
function contains(element: RuleValue, container: RuleValue, meter: Meter): ExpressionResult {
  if (container instanceof RuleMap) {
    const key = mapKeyOf(element);
    return key !== undefined && container.has(key);
  }
  if (!(container instanceof RuleList)) return noOperator('in', element, container);
  meter.spend(Math.ceil(container.size / ELEMENTS_PER_STEP));
  for (const item of container) {
    if (equalValues(item, element, meter)) return true;
  }
  return false;
}

/** The binary operators of CEL by the names the syntax tree gives them; logic and indexing are not among them. */
export function binaryOperators(numbers: NumberMapping): Readonly<Record<string, BinaryOperator>> {
  return {
    '_+_': addOperator(numbers),
    '_-_': arithmeticOperator('-', numbers.subtract, numbers),
    '_*_': arithmeticOperator('*', numbers.multiply, numbers),
    '_/_': arithmeticOperator('/', numbers.divide, numbers),
    '_%_': arithmeticOperator('%', numbers.modulo, numbers),
    '_==_': equalValues,
    '_!=_': (left, right, meter) => !equalValues(left, right, meter),
    '_<_': orderOperator('<', (order) => order < 0, numbers),
    '_<=_': orderOperator('<=', (order) => order <= 0, numbers),
    '_>_': orderOperator('>', (order) => order > 0, numbers),
    '_>=_': orderOperator('>=', (order) => order >= 0, numbers),
    '@in': contains,
  };
}

/** `-value`. */
export function negate(value: RuleValue, numbers: NumberMapping): ExpressionResult {
  return (isNumber(value) ? numbers.negate(value) : undefined) ?? new CelFailure(`There is no -${kindOf(value)}`);
}

/** The element of a list or the entry of a map; undefined when there is none. */
export function elementAt(container: RuleValue, index: RuleValue): ExpressionResult | undefined {
  if (container instanceof RuleMap) {
    const key = mapKeyOf(index);
    return key === undefined ? new CelFailure(`A map has no key of kind ${kindOf(index)}`) : container.get(key);
  }
  if (!(container instanceof RuleList)) return undefined;
  const position = isNumber(index) ? mapKeyOf(index) : undefined;
  if (typeof position !== 'bigint') return new CelFailure(`A list has no index of kind ${kindOf(index)}`);
  return position >= 0n && position < BigInt(container.size) ? container.at(Number(position)) : undefined;
}
