/** Works out what is left of what events counted under one reference, after all that was taken back under it: the same for any order of arrival. */
import { ZERO, type Amount } from '@/domain/money';
import { NOTHING_COUNTED, type CountedPiece } from './tally';

export interface Contribution {
  readonly eventId: string;
  readonly timestamp: Date;
  readonly period: string;
  readonly piece: CountedPiece;
}

interface TakenBack {
  readonly eventId: string;
  /** Null: all. */
  readonly amount: Amount | null;
}

/** All that a participant has under a reference. */
export interface ReferenceBook {
  readonly counted: readonly Contribution[];
  readonly takenBack: readonly TakenBack[];
}

export const EMPTY_BOOK: ReferenceBook = { counted: [], takenBack: [] };

/** What is left of each, in the order in which it is taken from them: the earliest first. */
export function leftOf({ counted, takenBack }: ReferenceBook): { readonly contribution: Contribution; readonly left: CountedPiece }[] {
  const takesAll = takenBack.some(({ amount }) => amount === null);
  let toTake = takenBack.reduce((sum, { amount }) => sum.plus(amount ?? ZERO), ZERO);
  return [...counted].sort(byTime).map((contribution) => {
    const { piece } = contribution;
    if (takesAll) return { contribution, left: NOTHING_COUNTED };
    const part = toTake.lt(piece.amount) ? toTake : piece.amount;
    toTake = toTake.minus(part);
    return { contribution, left: { ...piece, amount: piece.amount.minus(part) } };
  });
}

const byTime = (a: Contribution, b: Contribution): number =>
  a.timestamp.getTime() - b.timestamp.getTime() || (a.eventId < b.eventId ? -1 : 1);

export interface PieceChange {
  readonly period: string;
  readonly was: CountedPiece;
  readonly is: CountedPiece;
}

/** What becomes of the contributions under a reference when more is known of it. */
export function changesBetween(before: ReferenceBook, after: ReferenceBook): PieceChange[] {
  const had = new Map(leftOf(before).map(({ contribution, left }) => [contribution.eventId, left]));
  return leftOf(after).flatMap(({ contribution: { eventId, period }, left }) => {
    const was = had.get(eventId) ?? NOTHING_COUNTED;
    return was.amount.eq(left.amount) && was.keys.length === left.keys.length ? [] : [{ period, was, is: left }];
  });
}
