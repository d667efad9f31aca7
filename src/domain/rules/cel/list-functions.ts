/** Implements `sum`, `min` and `max` of lists of numbers, by the arithmetic and order that operators have. */
import type { Meter } from './meter';
import { compareNumbers, type NumberMapping } from './numbers';
import { Failure, isNumber, kindOf, RuleList, type Outcome, type RuleNumber, type RuleValue } from './values';

/** The elements, or why the receiver has no numbers to take together. */
function numbersOf(list: RuleValue | undefined, meter: Meter): readonly RuleNumber[] | Failure {
  if (!(list instanceof RuleList)) return new Failure(`A list of numbers is needed, not a value of kind ${kindOf(list ?? null)}`);
  meter.spend(list.size);
  const items = [...list];
  const other = items.find((item) => !isNumber(item));
  return other === undefined ? (items as RuleNumber[]) : new Failure(`Numbers are needed, not a value of kind ${kindOf(other)}`);
}

/** `list.sum()`; of nothing it is 0. */
export function sum([list]: readonly RuleValue[], numbers: NumberMapping, meter: Meter): Outcome {
  const items = numbersOf(list, meter);
  if (items instanceof Failure) return items;
  const [first = numbers.ofInteger(0n), ...rest] = items;
  let total: Outcome = first;
  for (const item of rest) {
    const next: Outcome | undefined = numbers.add(total, item);
    if (next === undefined) return new Failure(`There is no ${kindOf(total)} + ${kindOf(item)}`);
    if (next instanceof Failure) return next;
    total = next;
  }
  return total;
}

/** The first of the elements that no other one beats. */
export function extremeOf(items: readonly RuleNumber[], wins: (order: number) => boolean): Outcome {
  const [first, ...rest] = items;
  if (first === undefined) return new Failure('An empty list has no smallest or largest element');
  return rest.reduce((best, next) => (wins(compareNumbers(next, best)) ? next : best), first);
}

const extreme =
  (wins: (order: number) => boolean) =>
  ([list]: readonly RuleValue[], _: NumberMapping, meter: Meter): Outcome => {
    const items = numbersOf(list, meter);
    return items instanceof Failure ? items : extremeOf(items, wins);
  };

/** `list.min()`, an error for an empty list. */
export const min = extreme((order) => order < 0);
/** `list.max()`, an error for an empty list. */
export const max = extreme((order) => order > 0);
