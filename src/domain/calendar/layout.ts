/** Decides where the items of a calendar stand: bars that go through the days of a week, entries of single days, and segments of a row of days. */
import { daysTouched, type CalendarDay, type TimeSpan } from './days';
import type { CalendarKind } from './item';

interface Item extends TimeSpan {
  readonly kind: CalendarKind;
}

/** A run of days, by their place in a list of days. */
interface DayRange {
  readonly first: number;
  readonly last: number;
}

/** Whether a month shows the item in every one of its days, and not only where it begins or ends. */
export const isBar = ({ kind }: Item): boolean => kind === 'CAMPAIGN' || kind === 'RULE' || kind === 'REWARD' || kind === 'CLOCK_MOVE';

/** The part of an item that a month shows: a budget where it begins anew, a year or closed books where they end, others as long as they last. */
function shownSpan({ kind, from, to }: Item): TimeSpan {
  if (kind === 'BUDGET') return { from, to: from };
  if (kind !== 'TIER' && kind !== 'LEDGER_PERIOD') return { from, to };
  const last = to && new Date(to.getTime() - 1);
  return { from: last, to: last };
}

export interface Bar<Shown> extends DayRange {
  readonly item: Shown;
  /** Whether the item begins and ends within the days. */
  readonly begins: boolean;
  readonly ends: boolean;
  /** The line within the days, from 0; no two bars share a line on one day. */
  readonly line: number;
}

/** The bars of some days, the earliest and then the longest first, each on the first free line. */
export function barsOf<Shown extends Item>(items: readonly Shown[], days: readonly CalendarDay[]): Bar<Shown>[] {
  const ranges = items
    .filter(isBar)
    .flatMap((item) => {
      const range = daysTouched(item, days);
      const [start, end] = [days[0]?.start, days.at(-1)?.end];
      if (range === null || start === undefined || end === undefined) return [];
      const [begins, ends] = [item.from !== null && item.from >= start, item.to !== null && item.to <= end];
      return [{ item, ...range, begins, ends }];
    })
    .sort((one, other) => one.first - other.first || other.last - one.last);
  const free: number[] = [];
  return ranges.map((range) => {
    const found = free.findIndex((from) => from <= range.first);
    const line = found < 0 ? free.length : found;
    free[line] = range.last + 1;
    return { ...range, line };
  });
}

interface Entry<Shown> {
  /** One, or all of the same thing on the day, such as the runs of an automation. */
  readonly items: readonly [Shown, ...Shown[]];
}

/** What a day shows besides bars. @param nameOf tells whether two items are of the same thing. */
export function entriesOf<Shown extends Item>(items: readonly Shown[], day: CalendarDay, nameOf: (item: Shown) => string): Entry<Shown>[] {
  const found = new Map<string, [Shown, ...Shown[]]>();
  for (const item of items) {
    if (isBar(item) || daysTouched(shownSpan(item), [day]) === null) continue;
    const same = found.get(nameOf(item));
    if (same) same.push(item);
    else found.set(nameOf(item), [item]);
  }
  return [...found.values()].map((same) => ({ items: same }));
}

export interface Segment<Shown> extends DayRange {
  readonly items: readonly [Shown, ...Shown[]];
}

/**
 * What stands in one row of days, in order and side by side. A day that two items share belongs to the one that begins on it; items that begin
 * on the same day, or on the last day of another that began before, share a segment.
 */
export function segmentsOf<Shown extends Item>(items: readonly Shown[], days: readonly CalendarDay[]): Segment<Shown>[] {
  const ranges = items.flatMap((item): (DayRange & { last: number; items: [Shown, ...Shown[]] })[] => {
    const range = daysTouched(item, days);
    return range === null ? [] : [{ ...range, items: [item] }];
  });
  const placed: typeof ranges = [];
  for (const range of ranges.sort((one, other) => one.first - other.first || one.last - other.last)) {
    const before = placed.at(-1);
    if (before === undefined || before.last < range.first) placed.push(range);
    else if (before.first < range.first && range.last >= before.last) {
      before.last = range.first - 1;
      placed.push(range);
    } else {
      before.last = Math.max(before.last, range.last);
      before.items.push(...range.items);
    }
  }
  return placed;
}

/** The days of a segment that others have, too, as parts of its length between 0 and 1, in order; parts that touch are one. */
export function sharedParts(own: DayRange, others: readonly DayRange[]): { readonly from: number; readonly to: number }[] {
  const length = own.last - own.first + 1;
  const merged: { first: number; last: number }[] = [];
  for (const { first, last } of others.toSorted((one, other) => one.first - other.first)) {
    if (first > own.last || last < own.first) continue;
    const before = merged.at(-1);
    if (before && first <= before.last + 1) before.last = Math.max(before.last, last);
    else merged.push({ first, last });
  }
  return merged.map(({ first, last }) => ({
    from: (Math.max(first, own.first) - own.first) / length,
    to: (Math.min(last, own.last) - own.first + 1) / length,
  }));
}
