/** Records the values of sub-expressions while an expression runs, at the cost of one store each. */
import type { ExpressionResult, RuleNumber } from './values';

/** A sub-expression worth showing, determined at compile time. */
export interface TracePoint {
  readonly expression: string;
}

export class TraceRecorder {
  private readonly outcomes: (ExpressionResult | undefined)[] = [];
  private readonly missed = new Map<number, readonly [RuleNumber, RuleNumber]>();

  /** @param reachesAll whether all parts of a false `&&` are evaluated, not only those up to the first that is false. */
  constructor(readonly reachesAll = false) {}

  record(point: number, outcome: ExpressionResult): void {
    this.outcomes[point] = outcome;
  }

  /** Two numbers whose comparison came out false. */
  recordMiss(point: number, left: RuleNumber, right: RuleNumber): void {
    this.missed.set(point, [left, right]);
  }

  /** Undefined for a sub-expression that was not evaluated, because it no longer mattered. */
  outcomeAt(point: number): ExpressionResult | undefined {
    return this.outcomes[point];
  }

  missAt(point: number): readonly [RuleNumber, RuleNumber] | undefined {
    return this.missed.get(point);
  }
}
