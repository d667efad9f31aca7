/** What the model of decisions keeps; amounts are in hundredths. */
import type { Basket, Person, Spending } from './step';

export interface Terms {
  readonly prefunded: boolean;
  /** What the rule gives in all, and to each; in hundredths. */
  readonly budgets: { readonly program: number; readonly participant: number };
  readonly reward: { readonly cost: number; readonly inAll: number; readonly each: number };
}

interface Purse {
  available: number;
  held: number;
  visits: number;
  /** What the budget for each has given. */
  given: number;
  /** Units of the reward. */
  units: number;
}

export interface Effects {
  credit: number;
  debit: number;
}

type Status = 'RESERVED' | 'COMMITTED' | 'FAILED' | 'CANCELLED' | 'EXPIRED';

export interface Decided {
  readonly who: Person;
  status: Status;
  basket: Basket;
  effects: Effects;
  spendings: readonly Spending[];
  /** In hours; null: it never stands. */
  deadline: number | null;
}

export interface State {
  purses: Record<Person, Purse>;
  wallet: number;
  given: number;
  units: number;
  decisions: Decided[];
  /** How many redemptions are in each status. */
  redemptions: Record<'PENDING' | 'COMPLETED' | 'CANCELLED' | 'FAILED', number>;
  events: Record<'COMPLETED' | 'FAILED', number>;
  now: number;
}

export const NO_EFFECTS: Effects = { credit: 0, debit: 0 };
const emptyPurse = (): Purse => ({ available: 0, held: 0, visits: 0, given: 0, units: 0 });

export const emptyState = (): State => ({
  purses: { ada: emptyPurse(), bob: emptyPurse(), cyd: emptyPurse() },
  wallet: 0,
  given: 0,
  units: 0,
  decisions: [],
  redemptions: { PENDING: 0, COMPLETED: 0, CANCELLED: 0, FAILED: 0 },
  events: { COMPLETED: 0, FAILED: 0 },
  now: 0,
});
