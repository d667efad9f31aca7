/**
 * Implements CEL's math extension, whose rounding functions here also take a number of decimal places. Whole numbers pass through them
 * unchanged, because a JSON number is an int or a double by its value, not by its author's choice.
 */
import { isCelUint } from '@bufbuild/cel';
import { Amount, amountOf, MAX_SCALE } from '../../money';
import { extremeOf } from './list-functions';
import { decimalOf, int64, uint64, type NumberMapping } from './numbers';
import { CelFailure, isNumber, kindOf, RuleList, type ExpressionResult, type RuleValue } from './values';

type MathFunction = (values: readonly RuleValue[], numbers: NumberMapping) => ExpressionResult;

const { ROUND_CEIL, ROUND_FLOOR, ROUND_HALF_UP, ROUND_DOWN } = Amount;
type Rounding = typeof ROUND_CEIL | typeof ROUND_FLOOR | typeof ROUND_HALF_UP | typeof ROUND_DOWN;

/** Rounds to a whole number, or exactly to a number of decimal places: a double then becomes a decimal, since it could not hold them. */
function rounding(ofDouble: (value: number) => number, mode: Rounding): MathFunction {
  return ([value = null, digits]) => {
    if (!isNumber(value)) return notNumbers([value]);
    const places = digits === undefined ? 0 : placesOf(digits);
    if (places instanceof CelFailure) return places;
    if (value instanceof Amount) return value.toDecimalPlaces(places, mode);
    if (typeof value !== 'number') return value;
    if (digits === undefined) return ofDouble(value);
    return decimalOf(value)?.toDecimalPlaces(places, mode) ?? new CelFailure('NaN and the infinities have no decimal places');
  };
}

function placesOf(digits: RuleValue): number | CelFailure {
  const places = wholeOf(digits);
  return places !== undefined && places >= 0n && places <= BigInt(MAX_SCALE)
    ? Number(places)
    : new CelFailure(`The number of decimal places must be a whole number from 0 to ${MAX_SCALE}`);
}

function notNumbers(values: readonly RuleValue[]): CelFailure {
  return new CelFailure(`Numbers are needed, not ${values.map(kindOf).join(' and ')}`);
}

function roundHalfAway(value: number): number {
  const whole = Math.trunc(value);
  return Math.abs(value - whole) >= 0.5 ? whole + Math.sign(value) : whole;
}

function extreme(wins: (order: number) => boolean): MathFunction {
  return (values) => {
    const [only] = values;
    const candidates = values.length === 1 && only instanceof RuleList ? [...only] : values;
    return candidates.every(isNumber) ? extremeOf(candidates, wins) : notNumbers(candidates);
  };
}

function magnitude(value: RuleValue | undefined): ExpressionResult {
  if (typeof value === 'bigint') return int64(value < 0n ? -value : value);
  if (typeof value === 'number') return Math.abs(value);
  if (value instanceof Amount) return value.abs();
  return value !== undefined && isCelUint(value) ? value : notNumbers([value ?? null]);
}

function sign(value: RuleValue | undefined): ExpressionResult {
  if (typeof value === 'number') return Math.sign(value);
  if (typeof value === 'bigint') return value === 0n ? 0n : value < 0n ? -1n : 1n;
  if (value !== undefined && isCelUint(value)) return uint64(value.value === 0n ? 0n : 1n);
  return value instanceof Amount ? amountOf(value.comparedTo(0)) : notNumbers([value ?? null]);
}

function squareRoot(value: RuleValue | undefined): ExpressionResult {
  if (value instanceof Amount) return value.isNegative() ? new CelFailure('A negative number has no square root') : value.sqrt();
  return value !== undefined && isNumber(value) ? Math.sqrt(Number(isCelUint(value) ? value.value : value)) : notNumbers([value ?? null]);
}

/** Whether a double passes `test`; ints and decimals are always ordinary numbers. */
function classification(test: (value: number) => boolean): MathFunction {
  return ([value]) => {
    if (typeof value === 'number') return test(value);
    return value instanceof Amount || typeof value === 'bigint' ? test(0) : notNumbers([value ?? null]);
  };
}

/** Operates on whole numbers as bigints and converts the result back to their kind. */
function bitwise(operation: (...operands: bigint[]) => bigint | CelFailure): MathFunction {
  return (values, numbers) => {
    const unsigned = values.every((value) => value !== null && isCelUint(value));
    const operands = values.map((value) => wholeOf(value));
    if (!operands.every((operand) => operand !== undefined) || (!unsigned && values.some((value) => value !== null && isCelUint(value)))) {
      return new CelFailure(`Whole numbers of one kind within 64 bits are needed, not ${values.map(kindOf).join(' and ')}`);
    }
    const result = operation(...operands);
    if (result instanceof CelFailure) return result;
    return unsigned ? uint64(BigInt.asUintN(64, result)) : numbers.ofInteger(BigInt.asIntN(64, result));
  };
}

function wholeOf(value: RuleValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (value !== null && isCelUint(value)) return value.value;
  if (!(value instanceof Amount) || !value.isInteger()) return undefined;
  const whole = BigInt(value.toFixed());
  return int64(whole) instanceof CelFailure ? undefined : whole;
}

/** Shifts; the number of places is an int whatever is shifted, and a right shift fills with zeros. */
function shift(operation: (value: bigint, places: bigint) => bigint): MathFunction {
  return ([value, places], numbers) => {
    const whole = value === undefined ? undefined : wholeOf(value);
    const count = places === undefined ? undefined : wholeOf(places);
    if (whole === undefined || count === undefined) return notNumbers([value ?? null, places ?? null]);
    if (count < 0n) return new CelFailure('The number of places to shift is negative');
    const result = count >= 64n ? 0n : operation(BigInt.asUintN(64, whole), count);
    return value !== null && value !== undefined && isCelUint(value)
      ? uint64(BigInt.asUintN(64, result))
      : numbers.ofInteger(BigInt.asIntN(64, result));
  };
}

export const MATH_FUNCTIONS: Readonly<Record<string, { readonly arities: readonly number[] | 'any'; readonly call: MathFunction }>> = {
  greatest: { arities: 'any', call: extreme((order) => order > 0) },
  least: { arities: 'any', call: extreme((order) => order < 0) },
  ceil: { arities: [1, 2], call: rounding(Math.ceil, ROUND_CEIL) },
  floor: { arities: [1, 2], call: rounding(Math.floor, ROUND_FLOOR) },
  round: { arities: [1, 2], call: rounding(roundHalfAway, ROUND_HALF_UP) },
  trunc: { arities: [1, 2], call: rounding(Math.trunc, ROUND_DOWN) },
  abs: { arities: [1], call: ([value]) => magnitude(value) },
  sign: { arities: [1], call: ([value]) => sign(value) },
  sqrt: { arities: [1], call: ([value]) => squareRoot(value) },
  isNaN: { arities: [1], call: classification(Number.isNaN) },
  isInf: { arities: [1], call: classification((value) => Math.abs(value) === Infinity) },
  isFinite: { arities: [1], call: classification(Number.isFinite) },
  bitAnd: { arities: [2], call: bitwise((left, right) => (left ?? 0n) & (right ?? 0n)) },
  bitOr: { arities: [2], call: bitwise((left, right) => (left ?? 0n) | (right ?? 0n)) },
  bitXor: { arities: [2], call: bitwise((left, right) => (left ?? 0n) ^ (right ?? 0n)) },
  bitNot: { arities: [1], call: bitwise((value) => ~(value ?? 0n)) },
  bitShiftLeft: { arities: [2], call: shift((value, places) => value << places) },
  bitShiftRight: { arities: [2], call: shift((value, places) => value >> places) },
};
