/**
 * Maps numbers from outside to the numbers of an expression, and defines their arithmetic and their order.
 *
 * Conditions have four kinds. Ints, uints and doubles calculate among themselves as CEL says. Whatever is money, or
 * counted, is an exact decimal, whole or not, of any size: counters, balances, `decimal(x)`, and JSON numbers that are not
 * whole (a whole one is an int). An operation with a decimal, and one of an int with a double, gives a decimal: nothing exact
 * is made inexact by what it meets.
 * Templates compute money: every number is a decimal, literals exactly as written.
 */
import { celUint, isCelUint, type CelUint } from '@bufbuild/cel';
import { Amount, amountOf } from '../../money';
import { CelFailure, type RuleNumber } from './values';

export type NumericResult = RuleNumber | CelFailure | undefined;

export interface NumberMapping {
  readonly exact: boolean;
  /** A number of a JSON payload. */
  ofJson(value: number): RuleNumber;
  /** A plain decimal text, such as the value of a counter or a balance. */
  ofDecimalText(text: string): RuleNumber;
  ofInteger(value: bigint): RuleNumber;
  /** A literal, by its source text. Undefined when it is outside the range of its kind. */
  ofLiteral(text: string): RuleNumber | undefined;
  /** Arithmetic; undefined when the operator does not take numbers of these kinds. */
  add(left: RuleNumber, right: RuleNumber): NumericResult;
  subtract(left: RuleNumber, right: RuleNumber): NumericResult;
  multiply(left: RuleNumber, right: RuleNumber): NumericResult;
  divide(left: RuleNumber, right: RuleNumber): NumericResult;
  modulo(left: RuleNumber, right: RuleNumber): NumericResult;
  negate(value: RuleNumber): NumericResult;
}

const MAX_UINT = (1n << 64n) - 1n;
const OVERFLOW = new CelFailure('The result is too large for a 64-bit integer');
const DIVISION_BY_ZERO = new CelFailure('Division by zero');
/** Decimals beyond this many digits on either side of the point are a mistake, not money. */
const MAX_EXPONENT = 150;

export function int64(value: bigint): bigint | CelFailure {
  return BigInt.asIntN(64, value) === value ? value : OVERFLOW;
}

export function uint64(value: bigint): CelUint | CelFailure {
  return value < 0n || value > MAX_UINT ? OVERFLOW : celUint(value);
}

type Binary = (left: RuleNumber, right: RuleNumber) => NumericResult;

/** Doubles from here on are compared by their shortest text: no int or uint is as large. */
const BEYOND_INTEGERS = 2 ** 64;

/** Any number as an exact decimal: a whole double by its value, any other by its shortest text. Undefined for NaN and the infinities. */
export function decimalOf(value: RuleNumber): Amount | undefined {
  if (value instanceof Amount) return value;
  if (isCelUint(value)) return amountOf(value.value);
  if (typeof value === 'bigint') return amountOf(value);
  if (!Number.isFinite(value)) return undefined;
  return amountOf(Number.isInteger(value) && Math.abs(value) < BEYOND_INTEGERS ? BigInt(value) : value);
}

/** Refuses a number that would print as thousands of digits. */
export function boundedDecimal(value: Amount): Amount | CelFailure {
  if (value.isZero()) return value;
  return Math.abs(value.e) > MAX_EXPONENT
    ? new CelFailure(`A number has more than ${MAX_EXPONENT} digits before or after the point`)
    : value;
}

const NOT_FINITE = new CelFailure('NaN and the infinities cannot be calculated with exactly');

function exactOperator(operator: (left: Amount, right: Amount) => Amount | CelFailure): Binary {
  return (left, right) => {
    const leftDecimal = decimalOf(left);
    const rightDecimal = decimalOf(right);
    if (leftDecimal === undefined || rightDecimal === undefined) return NOT_FINITE;
    const result = operator(leftDecimal, rightDecimal);
    return result instanceof CelFailure ? result : boundedDecimal(result);
  };
}

const exactly = {
  add: exactOperator((left, right) => left.plus(right)),
  subtract: exactOperator((left, right) => left.minus(right)),
  multiply: exactOperator((left, right) => left.times(right)),
  divide: exactOperator((left, right) => (right.isZero() ? DIVISION_BY_ZERO : left.dividedBy(right))),
  modulo: exactOperator((left, right) => (right.isZero() ? DIVISION_BY_ZERO : left.modulo(right))),
};

/** The remainder is CEL's, which has none for doubles, nor has a decimal with one: what `%` means must not hang on a value. */
const moduloWithoutDoubles: Binary = (left, right) =>
  typeof left === 'number' || typeof right === 'number' ? undefined : exactly.modulo(left, right);

/**
 * An operator of conditions: CEL's own for two ints, two uints or two doubles, exact for a decimal with any kind, and for an
 * int with a double. CEL has none for a uint with an int or a double.
 */
function conditionOperator(
  whole: (left: bigint, right: bigint) => bigint | CelFailure,
  exact: Binary,
  floating?: (left: number, right: number) => number,
): Binary {
  return (left, right) => {
    if (typeof left === 'bigint' && typeof right === 'bigint') {
      const result = whole(left, right);
      return typeof result === 'bigint' ? int64(result) : result;
    }
    if (typeof left === 'number' && typeof right === 'number') return floating?.(left, right);
    if (left instanceof Amount || right instanceof Amount) return exact(left, right);
    if (!isCelUint(left) && !isCelUint(right)) return exact(left, right);
    if (!isCelUint(left) || !isCelUint(right)) return undefined;
    const result = whole(left.value, right.value);
    return typeof result === 'bigint' ? uint64(result) : result;
  };
}

/** Parses an integer literal; BigInt itself accepts neither a sign before a hex prefix nor a `u` suffix. */
function integerOf(text: string): bigint {
  const negative = text.startsWith('-');
  const digits = BigInt(text.replace(/^-|[uU]$/g, ''));
  return negative ? -digits : digits;
}

export const conditionNumbers: NumberMapping = {
  exact: false,
  ofJson: (value) => (Number.isSafeInteger(value) ? BigInt(value) : amountOf(value)),
  ofDecimalText: (text) => amountOf(text),
  ofInteger: (value) => value,
  ofLiteral(text) {
    if (/^-?0[xX]/.test(text) ? false : /[.eE]/.test(text)) return Number(text);
    const value = integerOf(text);
    const result = /[uU]$/.test(text) ? uint64(value) : int64(value);
    return result instanceof CelFailure ? undefined : result;
  },
  add: conditionOperator(
    (left, right) => left + right,
    exactly.add,
    (left, right) => left + right,
  ),
  subtract: conditionOperator(
    (left, right) => left - right,
    exactly.subtract,
    (left, right) => left - right,
  ),
  multiply: conditionOperator(
    (left, right) => left * right,
    exactly.multiply,
    (left, right) => left * right,
  ),
  divide: conditionOperator(
    (left, right) => (right === 0n ? DIVISION_BY_ZERO : left / right),
    exactly.divide,
    (left, right) => left / right,
  ),
  modulo: conditionOperator((left, right) => (right === 0n ? DIVISION_BY_ZERO : left % right), moduloWithoutDoubles),
  negate(value) {
    if (typeof value === 'bigint') return int64(-value);
    if (value instanceof Amount) return value.negated();
    return typeof value === 'number' ? -value : undefined;
  },
};

export const templateNumbers: NumberMapping = {
  exact: true,
  ofJson: (value) => amountOf(value),
  ofDecimalText: (text) => amountOf(text),
  ofInteger: (value) => amountOf(value),
  ofLiteral(text) {
    if (/^-?0[xX]|[uU]$/.test(text)) return amountOf(integerOf(text));
    const value = boundedDecimal(amountOf(text));
    return value instanceof CelFailure ? undefined : value;
  },
  ...exactly,
  negate: (value) => decimalOf(value)?.negated(),
};

/**
 * Negative, zero or positive as `left` compares to `right`, whatever their kinds; NaN when either is not a number. Exact with a
 * decimal; an int and a double compare as doubles, as CEL has it.
 */
export function compareNumbers(left: RuleNumber, right: RuleNumber): number {
  if (typeof left === 'bigint' && typeof right === 'bigint') return left < right ? -1 : left > right ? 1 : 0;
  if (left instanceof Amount || right instanceof Amount) return compareDecimals(left, right);
  const leftValue = isCelUint(left) ? left.value : left;
  const rightValue = isCelUint(right) ? right.value : right;
  if (typeof leftValue === 'bigint' && typeof rightValue === 'bigint') return leftValue < rightValue ? -1 : leftValue > rightValue ? 1 : 0;
  return compareDoubles(Number(leftValue), Number(rightValue));
}

function compareDecimals(left: RuleNumber, right: RuleNumber): number {
  const leftDecimal = decimalOf(left);
  const rightDecimal = decimalOf(right);
  if (leftDecimal !== undefined && rightDecimal !== undefined) return leftDecimal.comparedTo(rightDecimal);
  // One is an infinity or NaN, which compares to every finite number as it does to zero.
  return compareDoubles(leftDecimal === undefined ? Number(left) : 0, rightDecimal === undefined ? Number(right) : 0);
}

function compareDoubles(left: number, right: number): number {
  if (left < right) return -1;
  return left > right ? 1 : left === right ? 0 : NaN;
}

/** Numeric equality across kinds: exact, unlike the order of an int and a double. */
export function equalNumbers(left: RuleNumber, right: RuleNumber): boolean {
  const leftValue = isCelUint(left) ? left.value : left;
  const rightValue = isCelUint(right) ? right.value : right;
  if (leftValue instanceof Amount || rightValue instanceof Amount) return compareDecimals(left, right) === 0;
  // `<=` and `>=` compare an int and a double by exact value, whereas `===` is false across kinds.
  return leftValue <= rightValue && leftValue >= rightValue;
}
