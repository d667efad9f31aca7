/** Converts values from one kind to another, with decimals kept exact and texts parsed strictly. */
import { CelScalar, listType, mapType, objectType } from '@bufbuild/cel';
import { isDecimalText } from '../../amount-text';
import { amountOf, Amount, formatDecimal } from '../../money';
import { callLibrary, timestampOf } from './library';
import { boundedDecimal, decimalOf, int64, uint64, type NumberMapping } from './numbers';
import { CelFailure, isNumber, kindOf, RuleList, RuleMap, type ExpressionResult, type RuleValue } from './values';

type Conversion = (value: RuleValue, numbers: NumberMapping) => ExpressionResult;

const INTEGER = /^[+-]?\d+$/;
const FLOATING = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const LIST_TYPE = listType(CelScalar.DYN);
/** Decimals are this engine's own, so CEL has no type for them. */
export const DECIMAL_TYPE = objectType('decimal');
const MAP_TYPE = mapType(CelScalar.DYN, CelScalar.DYN);

const wholeOf = (value: Amount): bigint => BigInt(value.trunc().toFixed());

function unreadable(text: string, kind: string): CelFailure {
  return new CelFailure(`"${text.slice(0, 40)}" is not ${kind}`);
}

/** `decimal(x)`: of a decimal text, or of any number that is one. */
function toDecimal(value: RuleValue): ExpressionResult {
  if (isNumber(value)) return decimalOf(value) ?? new CelFailure('NaN and the infinities are no decimals');
  if (typeof value !== 'string') return new CelFailure(`A value of kind ${kindOf(value)} is not a decimal`);
  return isDecimalText(value) ? amountOf(value) : unreadable(value, 'a decimal');
}

function toInt(value: RuleValue, numbers: NumberMapping): ExpressionResult {
  if (value instanceof Amount) return numbers.exact ? value.trunc() : int64(wholeOf(value));
  if (typeof value === 'string' && !INTEGER.test(value)) return unreadable(value, 'a whole number');
  if (typeof value === 'string' && numbers.exact) return boundedDecimal(amountOf(value.replace(/^\+/, '')));
  return callLibrary('int', 'function', [typeof value === 'string' ? value.replace(/^\+/, '') : value], numbers);
}

function toUint(value: RuleValue, numbers: NumberMapping): ExpressionResult {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return unreadable(value, 'a whole number');
  if (!numbers.exact && !(value instanceof Amount)) return callLibrary('uint', 'function', [value], numbers);
  const whole = value instanceof Amount ? value.trunc() : toInt(value, numbers);
  if (!(whole instanceof Amount)) return whole;
  if (whole.lessThan(0)) return new CelFailure('An unsigned number cannot be negative');
  return numbers.exact ? whole : uint64(wholeOf(whole));
}

const SPECIAL_DOUBLES: Readonly<Record<string, number>> = {
  NaN,
  Infinity,
  '+Infinity': Infinity,
  '-Infinity': -Infinity,
  inf: Infinity,
  '-inf': -Infinity,
};

function toDouble(value: RuleValue, numbers: NumberMapping): ExpressionResult {
  if (value instanceof Amount) return numbers.exact ? value : value.toNumber();
  if (typeof value !== 'string') return callLibrary('double', 'function', [value], numbers);
  if (numbers.exact) return FLOATING.test(value) ? boundedDecimal(amountOf(value)) : unreadable(value, 'a number');
  if (FLOATING.test(value)) return Number(value);
  return SPECIAL_DOUBLES[value] ?? unreadable(value, 'a number');
}

function toText(value: RuleValue, numbers: NumberMapping): ExpressionResult {
  return value instanceof Amount ? formatDecimal(value) : callLibrary('string', 'function', [value], numbers);
}

/** `timestamp(x)`: of an int, seconds since 1970. */
function toTimestamp(value: RuleValue, numbers: NumberMapping): ExpressionResult {
  const seconds = value instanceof Amount || typeof value === 'bigint' ? Number(value) : undefined;
  if (seconds === undefined) return callLibrary('timestamp', 'function', [value], numbers);
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999
    ? new CelFailure('The timestamp is out of range')
    : timestampOf(date);
}

function toType(value: RuleValue, numbers: NumberMapping): ExpressionResult {
  // In templates, where every number is a decimal, a whole one passes for an int.
  if (value instanceof Amount) return numbers.exact && value.isInteger() ? CelScalar.INT : DECIMAL_TYPE;
  if (value instanceof RuleList) return LIST_TYPE;
  return value instanceof RuleMap ? MAP_TYPE : callLibrary('type', 'function', [value], numbers);
}

export const CONVERSIONS: Readonly<Record<string, Conversion>> = {
  decimal: toDecimal,
  int: toInt,
  uint: toUint,
  double: toDouble,
  string: toText,
  timestamp: toTimestamp,
  type: toType,
  dyn: (value) => value,
};
