/** What a measure of storage is: figures, each with its goal, taken of one service at a time so that services take turns. */
import type { Subject } from './subject';
import type { TableCosts } from './tables';

/** One line of the table. */
export interface Figure {
  readonly name: string;
  readonly what: string;
  readonly unit: string;
  readonly goal: number | null;
  readonly better: 'higher' | 'lower';
}

/** The values of one turn, by the name of their figure. */
export interface Turn {
  readonly values: Readonly<Record<string, number>>;
  /** What the values are made of, for the measures that know it. */
  readonly tables?: readonly TableCosts[];
}

/** A measure that stands ready to be taken, any number of times. */
export interface Trial extends AsyncDisposable {
  turn(): Promise<Turn>;
}

export interface Amounts {
  readonly events: number;
  readonly requests: number;
  readonly entries: number;
  readonly seconds: number;
}

export interface Measure {
  readonly name: string;
  readonly figures: readonly Figure[];
  /** Fills what it needs and warms up; none of this counts. */
  prepare(subject: Subject, amounts: Amounts): Promise<Trial>;
}

/** A trial that holds nothing but what its subject holds. */
export const trial = (turn: Trial['turn']): Trial => ({ turn, [Symbol.asyncDispose]: () => Promise.resolve() });
