/** Describes the amounts that can be chosen without writing a formula: a base, which factors multiply, then rounded, then bounded. */

/** A condition that each item of a list is tested for, and the name of the item in it. */
export interface ItemCondition {
  readonly item: string;
  readonly condition: string;
}

/** What an amount is computed from; one that `mayBeAbsent` counts as 0 where the event does not have it, else the amount fails. */
export type AmountOf = { readonly mayBeAbsent: boolean } & (
  | { readonly kind: 'field'; readonly path: readonly string[] }
  /** The sum over a list of the product of the fields of each item, which the formula calls `item`. */
  | {
      readonly kind: 'sum';
      readonly list: readonly string[];
      readonly item: string;
      readonly of: readonly string[];
      readonly where: ItemCondition | null;
    }
  | { readonly kind: 'count'; readonly list: readonly string[]; readonly where: ItemCondition | null }
);

interface AmountStep {
  readonly from: string;
  readonly gives: string;
}

interface AmountRow {
  readonly value: string;
  readonly gives: string;
}

/** Numbers are decimals as text. */
export type AmountBase =
  | { readonly kind: 'fixed'; readonly amount: string }
  | { readonly kind: 'percent'; readonly percent: string; readonly of: AmountOf }
  /** `gives` for every `every`: for each full one, or in proportion. */
  | { readonly kind: 'unit'; readonly gives: string; readonly every: string; readonly full: boolean; readonly of: AmountOf }
  /** By the greatest `from` that is reached, an amount or a percentage; nothing below the first. The steps ascend. */
  | { readonly kind: 'steps'; readonly of: AmountOf; readonly as: 'amount' | 'percent'; readonly steps: readonly AmountStep[] }
  /** By a text field; `otherwise` also where it is absent and may be. */
  | {
      readonly kind: 'table';
      readonly path: readonly string[];
      readonly mayBeAbsent: boolean;
      readonly rows: readonly AmountRow[];
      readonly otherwise: string;
    };

/** Multiplies an amount; by 1 where nothing applies. */
export type AmountFactor =
  | {
      readonly kind: 'tier';
      readonly whose: 'participant' | 'recipient';
      readonly tier: string;
      readonly levels: readonly { readonly level: string; readonly factor: string }[];
    }
  | { readonly kind: 'condition'; readonly condition: string; readonly factor: string };

export interface AmountRounding {
  readonly way: 'floor' | 'round' | 'ceil';
  readonly places: number;
}

export interface AmountChoice {
  readonly base: AmountBase;
  readonly factors: readonly AmountFactor[];
  readonly rounding: AmountRounding | null;
  readonly atLeast: string | null;
  /** Wins over `atLeast`. */
  readonly atMost: string | null;
}
