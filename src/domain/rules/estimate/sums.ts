/**
 * Adds up what a draft would have credited, by asset, day and budget period, in memory that does not grow with the events, and applies the
 * PROGRAM budgets of the draft to the sums: a period gives what was asked for in it, up to its limit.
 */
import { Amount, amountOf, sumAmounts, ZERO } from '@/domain/money';
import type { BudgetUsage, CompiledBudget } from '../budget';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** The UTC day of an instant, such as `2026-03-01`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** Periods of less than a day are taken together, day by day: the limit is then that of all which begin on the day. */
interface LimitedSpan {
  readonly start: Date;
  readonly limit: Amount;
}

/** A sum in the form that it is carried in: day, start of the limited span (empty without a budget), amount. */
export type CarriedSum = readonly [day: string, span: string, amount: string];

interface SpanSum {
  readonly day: string;
  readonly span: LimitedSpan | null;
  amount: Amount;
}

/** The sums of one asset. */
export class AssetSums {
  private readonly sums = new Map<string, SpanSum>();
  private readonly spans = new Map<string, LimitedSpan>();

  constructor(
    private readonly budget: CompiledBudget | undefined,
    /** What the budget had given in the period that the window begins in. */
    private readonly before?: BudgetUsage,
  ) {}

  add(at: Date, amount: Amount): void {
    const span = this.spanAt(at);
    this.addTo(dayOf(at), span, amount);
  }

  private addTo(day: string, span: LimitedSpan | null, amount: Amount): void {
    const key = `${day}/${span?.start.toISOString() ?? ''}`;
    const sum = this.sums.get(key);
    if (sum) sum.amount = sum.amount.plus(amount);
    else this.sums.set(key, { day, span, amount });
  }

  private spanAt(at: Date): LimitedSpan | null {
    if (this.budget === undefined) return null;
    const { start, end } = this.budget.period(at);
    if (end === null || end.getTime() - start.getTime() >= DAY_MS) return { start, limit: this.budget.limit };
    const day = dayOf(at);
    let span = this.spans.get(day);
    if (span === undefined) this.spans.set(day, (span = wholeDay(this.budget, new Date(day))));
    return span;
  }

  get carried(): CarriedSum[] {
    return [...this.sums.values()].map(({ day, span, amount }) => [day, span?.start.toISOString() ?? '', amount.toFixed()]);
  }

  restore(carried: readonly CarriedSum[]): void {
    for (const [day, start, amount] of carried) this.addTo(day, start === '' ? null : this.spanAt(new Date(start)), amountOf(amount));
  }

  /** All that was asked for, whatever the limits. */
  get asked(): Amount {
    return sumAmounts([...this.sums.values()].map(({ amount }) => amount));
  }

  /** What the limits would have let through, by day. @param factor by how much more was asked for than was added up here. */
  givenByDay(factor: Amount): Map<string, Amount> {
    const days = new Map<string, Amount>();
    const used = new Map<number, Amount>();
    for (const { day, span, amount } of [...this.sums.values()].sort(inTime)) {
      const wanted = amount.times(factor);
      const given = span === null ? wanted : Amount.min(wanted, Amount.max(ZERO, span.limit.minus(this.usedBefore(span, used))));
      if (span !== null) used.set(span.start.getTime(), this.usedBefore(span, used).plus(given));
      days.set(day, (days.get(day) ?? ZERO).plus(given));
    }
    return days;
  }

  private usedBefore({ start }: LimitedSpan, used: ReadonlyMap<number, Amount>): Amount {
    const inWindow = used.get(start.getTime());
    if (inWindow !== undefined) return inWindow;
    return this.before && this.before.periodStart.getTime() === start.getTime() ? this.before.consumed : ZERO;
  }
}

const inTime = (one: SpanSum, other: SpanSum): number => {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1;
  return (one.span?.start.getTime() ?? 0) - (other.span?.start.getTime() ?? 0);
};

function wholeDay({ limit, period }: CompiledBudget, start: Date): LimitedSpan {
  return { start, limit: limit.times(periodsWithin(period, start, new Date(start.getTime() + DAY_MS))) };
}

/** How many periods begin from `from` on and before `to`; those shorter than a minute are counted by their length. */
export function periodsWithin(period: CompiledBudget['period'], from: Date, to: Date): number {
  let count = 0;
  let current = period(from);
  if (current.start.getTime() === from.getTime()) count++;
  while (current.end !== null && current.end < to) {
    const length = current.end.getTime() - current.start.getTime();
    if (length < MINUTE_MS) return count + Math.ceil((to.getTime() - current.end.getTime()) / length);
    count++;
    current = period(current.end);
  }
  return count;
}
