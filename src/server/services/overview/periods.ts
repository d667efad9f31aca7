/** Determines the interval that an overview period covers, and the one it is compared with. */
import type { OverviewPeriod } from '@/contract/choices';

interface TimeSpan {
  readonly from: Date;
  readonly to: Date;
}

export interface Period extends TimeSpan {
  /** The same length of time one period earlier: an unfinished day is compared with an equal part of another. */
  readonly previous: TimeSpan;
  readonly spanMs: number;
  /** Whether spans are hours, too short for daily totals. */
  readonly hourly: boolean;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

const SHAPES: Readonly<Record<OverviewPeriod, { readonly lengthMs: number; readonly spanMs: number }>> = {
  '24h': { lengthMs: DAY_MS, spanMs: HOUR_MS },
  '7d': { lengthMs: 7 * DAY_MS, spanMs: DAY_MS },
  '30d': { lengthMs: 30 * DAY_MS, spanMs: DAY_MS },
  '90d': { lengthMs: 90 * DAY_MS, spanMs: DAY_MS },
  '12m': { lengthMs: 365 * DAY_MS, spanMs: WEEK_MS },
};

/** Begins at a UTC midnight (or full hour) so that the day (or hour) of `now` is the last one; ends just after `now`. */
export function periodAt(now: Date, period: OverviewPeriod): Period {
  const { lengthMs, spanMs } = SHAPES[period];
  const hourly = spanMs < DAY_MS;
  const unit = hourly ? HOUR_MS : DAY_MS;
  const from = Math.floor(now.getTime() / unit) * unit - lengthMs + unit;
  const to = now.getTime() + 1;
  const previous = { from: new Date(from - lengthMs), to: new Date(to - lengthMs) };
  return { from: new Date(from), to: new Date(to), previous, spanMs, hourly };
}

/** The spans of a period, oldest first; the last one may be shorter. */
export function spansOf({ from, to, spanMs }: Pick<Period, 'from' | 'to' | 'spanMs'>): TimeSpan[] {
  const count = Math.ceil((to.getTime() - from.getTime()) / spanMs);
  const begin = (index: number): Date => new Date(from.getTime() + index * spanMs);
  return Array.from({ length: count }, (_, index) => ({ from: begin(index), to: index === count - 1 ? to : begin(index + 1) }));
}
