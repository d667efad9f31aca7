/** Counts what a draft would have done with past events, and sums what it would have credited: of all of them, or of a sample. */
import { Amount, sumAmounts, ZERO } from '@/domain/money';
import { issues } from '../actions/catalog';
import type { BudgetUsage } from '../budget';
import type { EventOutcome } from '../evaluate';
import { creditsIn } from './credits';
import { AssetSums, type CarriedSum } from './sums';
import type { EstimateTrial } from './trial';

interface EstimateCounts {
  /** Events that were looked at. */
  read: number;
  /** Those to which the draft would have done anything. */
  touched: number;
  /** Those for which it would have ended in ERROR. */
  errors: number;
  /** Those that would have failed as a whole because of it. */
  failing: number;
}

/** What is carried from one part of an exact estimate to the next. */
export interface CarriedTally {
  readonly counts: EstimateCounts;
  readonly reason: string | null;
  readonly sums: readonly (readonly [assetId: string, sums: readonly CarriedSum[]])[];
}

/** An event, and what it was drawn with: events of one unit follow each other. */
interface TalliedPlace {
  readonly unit: string;
  readonly at: Date;
}

/** The sum of an asset within the present unit, and of the squares of those before. */
interface Spread {
  unit: Amount;
  squares: Amount;
}

export class EstimateTally {
  readonly counts: EstimateCounts = { read: 0, touched: 0, errors: 0, failing: 0 };
  /** The first reason of an error or a failure. */
  reason: string | null = null;
  private readonly sums: ReadonlyMap<string, AssetSums>;
  private readonly spreads: ReadonlyMap<string, Spread>;
  private unit: string | null = null;

  /** @param before what the PROGRAM budgets had given when the window began, by asset. */
  constructor(
    private readonly trial: EstimateTrial,
    before: ReadonlyMap<string, BudgetUsage>,
    carried?: CarriedTally,
  ) {
    const assetIds = [...new Set(trial.draft.actions.flatMap(({ source }) => (issues(source) ? [source.asset_id] : [])))];
    const budgetOf = (assetId: string) => trial.programBudgets.find(({ source }) => source.asset_id === assetId);
    this.sums = new Map(assetIds.map((id) => [id, new AssetSums(budgetOf(id), before.get(id))]));
    this.spreads = new Map(assetIds.map((id) => [id, { unit: ZERO, squares: ZERO }]));
    if (carried === undefined) return;
    Object.assign(this.counts, carried.counts);
    this.reason = carried.reason;
    for (const [id, sums] of carried.sums) this.sums.get(id)?.restore(sums);
  }

  /** An event that is known not to match. */
  pass(): void {
    this.counts.read++;
  }

  /** @returns whether the draft does anything to it. */
  add({ unit, at }: TalliedPlace, { failure, evaluations }: EventOutcome): boolean {
    this.counts.read++;
    const own = evaluations.find(({ rule }) => rule.id === this.trial.draft.id);
    if (own?.status === 'ERROR') {
      this.counts.errors++;
      this.reason ??= own.reason;
    }
    if (failure) {
      this.counts.failing++;
      this.reason ??= failure.message;
      return false;
    }
    if (own?.status !== 'MATCHED') return false;
    this.counts.touched++;
    for (const { assetId, amount } of creditsIn(own)) this.credit(unit, at, assetId, amount);
    return true;
  }

  private credit(unit: string, at: Date, assetId: string, amount: Amount): void {
    if (unit !== this.unit) this.endUnit(unit);
    this.sums.get(assetId)?.add(at, amount);
    const spread = this.spreads.get(assetId);
    if (spread) spread.unit = spread.unit.plus(amount);
  }

  private endUnit(next: string | null): void {
    this.unit = next;
    for (const spread of this.spreads.values()) {
      if (!spread.unit.isZero()) spread.squares = spread.squares.plus(spread.unit.times(spread.unit));
      spread.unit = ZERO;
    }
  }

  get carried(): CarriedTally {
    return {
      counts: this.counts,
      reason: this.reason,
      sums: [...this.sums].map(([id, sums]) => [id, sums.carried]),
    };
  }

  /** The sums of everything there is to look at. */
  whole(): AssetEstimate[] {
    return [...this.sums].map(([assetId, sums]) => ({ assetId, asked: sums.asked, days: sums.givenByDay(ONE), margin: null }));
  }

  /** Those of a sample, for everything that it was drawn from. */
  scaled({ drawn, of }: Sample): AssetEstimate[] {
    this.endUnit(null);
    if (drawn >= of || drawn === 0) return this.whole();
    const factor = new Amount(of).dividedBy(drawn);
    return [...this.sums].map(([assetId, sums]) => {
      const { asked } = sums;
      const days = sums.givenByDay(factor);
      const spread = relativeMargin(asked, this.spreads.get(assetId)?.squares ?? ZERO, { drawn, of });
      const given = totalOf(days);
      const givenAt = (change: Amount) => totalOf(sums.givenByDay(factor.times(Amount.max(ZERO, change))));
      const [low, high] = [givenAt(ONE.minus(spread)), givenAt(ONE.plus(spread))];
      return { assetId, asked: asked.times(factor), days, margin: Amount.max(given.minus(low), high.minus(given)) };
    });
  }
}

/** How many units a sample has, and how many there are. */
export interface Sample {
  readonly drawn: number;
  readonly of: number;
}

export interface AssetEstimate {
  readonly assetId: string;
  /** All that the events ask for, whatever the PROGRAM budgets. */
  readonly asked: Amount;
  /** What would have been given, by UTC day. */
  readonly days: ReadonlyMap<string, Amount>;
  /** In 95 of 100 samples the total lies no farther from the estimate; null for an exact one. */
  readonly margin: Amount | null;
}

const ONE = new Amount(1);
/** Standard errors to each side within which 95 of 100 estimates lie. */
const CONFIDENCE = new Amount('1.96');

export const totalOf = (days: ReadonlyMap<string, Amount>): Amount => sumAmounts(days.values());

/** How far the total of all units may be from the estimate, as a part of it; the units drawn are no longer uncertain. */
function relativeMargin(sum: Amount, squares: Amount, { drawn, of }: Sample): Amount {
  if (sum.isZero() || drawn < 2) return sum.isZero() ? ZERO : ONE;
  const mean = sum.dividedBy(drawn);
  const variance = Amount.max(ZERO, squares.minus(mean.times(sum)).dividedBy(drawn - 1));
  const error = variance
    .dividedBy(drawn)
    .times(1 - drawn / of)
    .sqrt();
  return CONFIDENCE.times(error).dividedBy(mean);
}
