/** Draws random steps in the lives of decisions, small enough to print and replay. */
import type { Dice } from '@tests/support/dice';

/** Ada and Bob are there from the beginning; Cyd comes with the first decision about her that is made. */
export const PEOPLE = ['ada', 'bob', 'cyd'] as const;
export type Person = (typeof PEOPLE)[number];

/** A basket: a purchase earns a tenth, a fee costs its amount, and a trade takes its amount and then gives twice as much. In hundredths. */
export interface Basket {
  readonly type: 'purchase' | 'fee' | 'trade';
  readonly amount: number;
}

/** A plain amount, in hundredths, or units of the reward. */
export type Spending = { readonly amount: number } | { readonly quantity: number };

export type Step =
  | {
      readonly kind: 'decide';
      readonly mode: 'PREVIEW' | 'RESERVE' | 'COMMIT';
      readonly who: Person;
      readonly basket: Basket;
      readonly spendings: readonly Spending[];
      /** Null: as long as reservations usually stand. */
      readonly hours: number | null;
    }
  | { readonly kind: 'event'; readonly who: Person; readonly basket: Basket }
  /** `of` is a place among all decisions, from the last one back. Null: as it is. */
  | {
      readonly kind: 'change';
      readonly of: number;
      readonly basket: Basket | null;
      readonly spendings: readonly Spending[] | null;
      readonly hours: number | null;
    }
  | { readonly kind: 'commit'; readonly of: number; readonly basket: Basket | null }
  | { readonly kind: 'cancel'; readonly of: number }
  | { readonly kind: 'give'; readonly who: 'ada' | 'bob'; readonly amount: number }
  | { readonly kind: 'fund'; readonly amount: number }
  | { readonly kind: 'advance'; readonly hours: number };

const KINDS = [
  ...Array<'decide'>(9).fill('decide'),
  ...Array<'commit'>(4).fill('commit'),
  ...Array<'change'>(4).fill('change'),
  ...Array<'cancel'>(2).fill('cancel'),
  ...Array<'event'>(2).fill('event'),
  'give',
  'give',
  'fund',
] as const;

function basketOf(dice: Dice): Basket {
  const type = dice.one(['purchase', 'purchase', 'purchase', 'fee', 'fee', 'trade'] as const);
  return { type, amount: dice.between(1, type === 'purchase' ? 9_000 : 1_500) };
}

const spendingsOf = (dice: Dice): Spending[] =>
  Array.from({ length: dice.one([0, 0, 1, 1, 2, 3]) }, () =>
    dice.chance(0.4) ? { amount: dice.between(1, 1_200) } : { quantity: dice.one([1, 1, 1, 2]) },
  );

const hoursOf = (dice: Dice): number | null => dice.one([null, 1, 3, 24]);
const perhaps = <Item>(dice: Dice, item: Item): Item | null => (dice.chance(0.5) ? item : null);

export function stepOf(dice: Dice): Step {
  if (dice.chance(0.03)) return { kind: 'advance', hours: dice.one([1, 2, 30]) };
  const kind = dice.one(KINDS);
  const who = dice.one(PEOPLE);
  const of = dice.between(0, dice.one([3, 12]));
  switch (kind) {
    case 'decide': {
      const mode = dice.one(['PREVIEW', 'RESERVE', 'RESERVE', 'RESERVE', 'RESERVE', 'COMMIT', 'COMMIT'] as const);
      return { kind, mode, who, basket: basketOf(dice), spendings: spendingsOf(dice), hours: hoursOf(dice) };
    }
    case 'event':
      return { kind, who, basket: basketOf(dice) };
    case 'change':
      return { kind, of, basket: perhaps(dice, basketOf(dice)), spendings: perhaps(dice, spendingsOf(dice)), hours: hoursOf(dice) };
    case 'commit':
      return { kind, of, basket: dice.chance(0.4) ? basketOf(dice) : null };
    case 'cancel':
      return { kind, of };
    case 'give':
      return { kind, who: who === 'cyd' ? 'ada' : who, amount: dice.between(1, 9_000) };
    case 'fund':
      return { kind, amount: dice.between(1, 25_000) };
  }
}
