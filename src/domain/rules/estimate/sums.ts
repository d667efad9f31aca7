/**
 * Adds up what a draft would have credited, by asset, day and budget period, in memory that does not grow with the events, and applies the
 * PROGRAM budgets of the draft to the sums: a period gives what was asked for in it, up to its limit.
 */
import { Amount, amountOf, sumAmounts, ZERO } from '@/domain/money';
import type { BudgetUsage, CompiledBudget } from '../budget';

const DAY_MS = 86_400_000;
/** Two days of minutes. */
const MOST_COUNTED = 2_880;

/** The UTC day of an instant, such as `2026-03-01`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

/** A period; those of less than a day are taken together, day by day, with the limits of all which begin on the day. */
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
  private readonly limitsOfDays = new Map<string, Amount>();

  constructor(
    private readonly budget: CompiledBudget | undefined,
    /** What the budget had given in the period that the window begins in. */
    private readonly before?: BudgetUsage,
  ) {}

  add(at: Date, amount: Amount): void {
    this.addTo(dayOf(at), this.spanAt(at), amount);
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
    return { start: new Date(day), limit: this.limitOfDay(this.budget, day) };
  }

  /** Whichever days a cron schedule has, equally many of its times are on each. */
  private limitOfDay({ source, limit, period }: CompiledBudget, day: string): Amount {
    const key = source.schedule_type === 'CRON' ? '' : day;
    let found = this.limitsOfDays.get(key);
    if (found === undefined) {
      const start = new Date(day);
      found = limit.times(periodsWithin(period, start, new Date(start.getTime() + DAY_MS)));
      this.limitsOfDays.set(key, found);
    }
    return found;
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

/** How many periods begin from `from` on and before `to`; of very many, never too few, by the shortest of those that were counted. */
export function periodsWithin(period: CompiledBudget['period'], from: Date, to: Date): number {
  let current = period(from);
  let count = current.start >= from ? 1 : 0;
  let shortest = Infinity;
  while (current.end !== null && current.end < to) {
    if (count >= MOST_COUNTED) return count + Math.ceil((to.getTime() - current.end.getTime()) / shortest);
    shortest = Math.min(shortest, current.end.getTime() - current.start.getTime());
    count++;
    current = period(current.end);
  }
  return count;
}
