/** Implements `sum`, `min` and `max` of lists of numbers, by the arithmetic and order that operators have. */
import type { Meter } from './meter';
import { compareNumbers, type NumberMapping } from './numbers';
import { CelFailure, isNumber, kindOf, RuleList, type ExpressionResult, type RuleNumber, type RuleValue } from './values';

/** The elements, or why the receiver has no numbers to take together. */
function numbersOf(list: RuleValue | undefined, meter: Meter): readonly RuleNumber[] | CelFailure {
  if (!(list instanceof RuleList)) return new CelFailure(`A list of numbers is needed, not a value of kind ${kindOf(list ?? null)}`);
  meter.spend(list.size);
  const items = [...list];
  if (items.every(isNumber)) return items;
  const other = items.find((item) => !isNumber(item)) ?? null;
  return new CelFailure(`Numbers are needed, not a value of kind ${kindOf(other)}`);
}

/** `list.sum()`; of nothing it is 0. */
export function sum([list]: readonly RuleValue[], numbers: NumberMapping, meter: Meter): ExpressionResult {
  const items = numbersOf(list, meter);
  if (items instanceof CelFailure) return items;
  const [first = numbers.ofInteger(0n), ...rest] = items;
  let total: ExpressionResult = first;
  for (const item of rest) {
    const next: ExpressionResult | undefined = numbers.add(total, item);
    if (next === undefined) return new CelFailure(`There is no ${kindOf(total)} + ${kindOf(item)}`);
    if (next instanceof CelFailure) return next;
    total = next;
  }
  return total;
}

/** The first of the elements that no other one beats. */
export function extremeOf(items: readonly RuleNumber[], wins: (order: number) => boolean): ExpressionResult {
  const [first, ...rest] = items;
  if (first === undefined) return new CelFailure('An empty list has no smallest or largest element');
  return rest.reduce((best, next) => (wins(compareNumbers(next, best)) ? next : best), first);
}

const extreme =
  (wins: (order: number) => boolean) =>
  ([list]: readonly RuleValue[], _: NumberMapping, meter: Meter): ExpressionResult => {
    const items = numbersOf(list, meter);
    return items instanceof CelFailure ? items : extremeOf(items, wins);
  };

/** `list.min()`, an error for an empty list. */
export const min = extreme((order) => order < 0);
/** `list.max()`, an error for an empty list. */
export const max = extreme((order) => order > 0);
