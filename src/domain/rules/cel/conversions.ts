/** Converts values from one kind to another, with decimals kept exact and texts parsed strictly. */
import { CelScalar, listType, mapType } from '@bufbuild/cel';
import { isDecimalText } from '../../amount-text';
import { amountOf, Amount, formatDecimal } from '../../money';
import { callLibrary, timestampOf } from './library';
import { boundedDecimal, type NumberMapping } from './numbers';
import { Failure, isNumber, kindOf, RuleList, RuleMap, type Outcome, type RuleValue } from './values';

export type Conversion = (value: RuleValue, numbers: NumberMapping) => Outcome;

const INTEGER = /^[+-]?\d+$/;
const FLOATING = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const LIST_TYPE = listType(CelScalar.DYN);
const MAP_TYPE = mapType(CelScalar.DYN, CelScalar.DYN);

function unreadable(text: string, kind: string): Failure {
  return new Failure(`"${text.slice(0, 40)}" is not ${kind}`);
}

/** `decimal(x)`: parses a decimal text; numbers stay as they are. */
function toDecimal(value: RuleValue, numbers: NumberMapping): Outcome {
  if (isNumber(value)) return value;
  if (typeof value !== 'string') return new Failure(`A value of kind ${kindOf(value)} is not a decimal`);
  return isDecimalText(value) ? numbers.ofDecimalText(value) : unreadable(value, 'a decimal');
}

function toInt(value: RuleValue, numbers: NumberMapping): Outcome {
  if (value instanceof Amount) return value.trunc();
  if (typeof value === 'string' && !INTEGER.test(value)) return unreadable(value, 'a whole number');
  if (typeof value === 'string' && numbers.exact) return boundedDecimal(amountOf(value.replace(/^\+/, '')));
  return callLibrary('int', 'function', [typeof value === 'string' ? value.replace(/^\+/, '') : value], numbers);
}

function toUint(value: RuleValue, numbers: NumberMapping): Outcome {
  if (typeof value === 'string' && !/^\d+$/.test(value)) return unreadable(value, 'a whole number');
  if (!numbers.exact) return callLibrary('uint', 'function', [value], numbers);
  const whole = toInt(value, numbers);
  return whole instanceof Amount && whole.isNegative() ? new Failure('An unsigned number cannot be negative') : whole;
}

const SPECIAL_DOUBLES: Readonly<Record<string, number>> = {
  NaN,
  Infinity,
  '+Infinity': Infinity,
  '-Infinity': -Infinity,
  inf: Infinity,
  '-inf': -Infinity,
};

function toDouble(value: RuleValue, numbers: NumberMapping): Outcome {
  if (value instanceof Amount) return value;
  if (typeof value !== 'string') return callLibrary('double', 'function', [value], numbers);
  if (numbers.exact) return FLOATING.test(value) ? boundedDecimal(amountOf(value)) : unreadable(value, 'a number');
  if (FLOATING.test(value)) return Number(value);
  return SPECIAL_DOUBLES[value] ?? unreadable(value, 'a number');
}

function toText(value: RuleValue, numbers: NumberMapping): Outcome {
  return value instanceof Amount ? formatDecimal(value) : callLibrary('string', 'function', [value], numbers);
}

/** `timestamp(x)`: of an int, seconds since 1970. */
function toTimestamp(value: RuleValue, numbers: NumberMapping): Outcome {
  const seconds = value instanceof Amount || typeof value === 'bigint' ? Number(value) : undefined;
  if (seconds === undefined) return callLibrary('timestamp', 'function', [value], numbers);
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() < 1 || date.getUTCFullYear() > 9999
    ? new Failure('The timestamp is out of range')
    : timestampOf(date);
}

function toType(value: RuleValue, numbers: NumberMapping): Outcome {
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
