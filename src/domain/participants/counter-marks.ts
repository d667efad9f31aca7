/** Keeps what a sliding window counts: the amounts that are still within it, oldest first, each with the time it was added. */
import { DomainError } from '@/domain/errors';
import { sumAmounts, ZERO, type Amount } from '@/domain/money';

/** How many amounts one counter keeps: ample for what anybody does, yet few enough to read with every event. */
export const MARKS_MAX = 1_000;

/** Amounts that were added at the same time are one. */
export interface Mark {
  readonly at: Date;
  /** Not zero. */
  readonly amount: Amount;
}

type Marks = readonly Mark[];

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

/**
 * Adds an amount; a negative one takes from the newest, and what it exceeds them by counts below zero.
 * @throws DomainError unprocessable when there would be too many to keep.
 */
export function marksAfter(marks: Marks, amount: Amount, now: Date): Marks {
  const after = amount.isNegative() ? withoutNewest(marks, amount.negated(), now) : withMark(marks, amount, now);
  if (after.length <= MARKS_MAX) return after;
  throw new DomainError(
    'unprocessable',
    `A counter with a \`window\` keeps at most ${MARKS_MAX} amounts apart; choose a shorter window, or \`reset_after\` instead.`,
    { details: { count: after.length, maximum: MARKS_MAX } },
  );
}

function withMark(marks: Marks, amount: Amount, now: Date): Marks {
  const others = marks.filter(({ at }) => at.getTime() !== now.getTime());
  const together = marks.find(({ at }) => at.getTime() === now.getTime())?.amount.plus(amount) ?? amount;
  if (together.isZero()) return others;
  return [...others, { at: now, amount: together }].toSorted((one, other) => one.at.getTime() - other.at.getTime());
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
