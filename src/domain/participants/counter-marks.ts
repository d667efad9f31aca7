/** Keeps what a sliding window counts: the amounts that are still within it, oldest first, each with the time it was added. */
import { sumAmounts, ZERO, type Amount } from '@/domain/money';

/**
 * Amounts that were added at the same time are one, and so is what was subtracted beyond all of them. These two stay apart: what is added later is
 * not used up by what was missing before.
 */
export interface Mark {
  readonly at: Date;
  /** Not zero. */
  readonly amount: Amount;
}

type Marks = readonly Mark[];

/** One by one, as what an event leaves as it was is mostly the same object. */
export const areSameMarks = (some: Marks, others: Marks): boolean =>
  some.length === others.length && some.every((mark, index) => mark === others[index] || isSame(mark, others[index]));

const isSame = (one: Mark, other: Mark | undefined): boolean => one.at.getTime() === other?.at.getTime() && one.amount.equals(other.amount);

export const totalOf = (marks: Marks): Amount => sumAmounts(marks.map(({ amount }) => amount));

/**
 * What is still within the window at `now`. Clocks of several processes differ by a little, so what was added
 * by one that is ahead counts at once.
 */
export const marksWithin = (marks: Marks, windowMs: number, now: Date): Marks =>
  marks.filter(({ at }) => at.getTime() > now.getTime() - windowMs);

/** When the oldest leaves the window; null when there is none. */
export const nextLeaving = ([oldest]: Marks, windowMs: number): Date | null =>
  oldest === undefined ? null : new Date(oldest.at.getTime() + windowMs);

/** Adds an amount; a negative one takes from the newest, and what it exceeds them by counts below zero. */
export const marksAfter = (marks: Marks, amount: Amount, now: Date): Marks =>
  amount.isNegative() ? withoutNewest(marks, amount.negated(), now) : withMark(marks, amount, now);

function withMark(marks: Marks, amount: Amount, now: Date): Marks {
  if (amount.isZero()) return marks;
  const same = marks.find((mark) => mark.at.getTime() === now.getTime() && mark.amount.isNegative() === amount.isNegative());
  const others = marks.filter((mark) => mark !== same);
  const together = { at: now, amount: same?.amount.plus(amount) ?? amount };
  return [...others, together].toSorted((one, other) => one.at.getTime() - other.at.getTime());
}

function withoutNewest(marks: Marks, amount: Amount, now: Date): Marks {
  const kept: Mark[] = [];
  let left = amount;
  for (const mark of marks.toReversed()) {
    const taken = mark.amount.greaterThan(left) ? left : mark.amount.isNegative() ? ZERO : mark.amount;
    left = left.minus(taken);
    if (!mark.amount.equals(taken)) kept.push({ ...mark, amount: mark.amount.minus(taken) });
  }
  return left.isZero() ? kept.reverse() : withMark(kept.reverse(), left.negated(), now);
}
