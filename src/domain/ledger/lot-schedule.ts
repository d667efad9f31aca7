/** Summarizes the lots of one balance over time: a bounded number of groups by when they were earned, and what expires when, in UTC. */
import { present } from '@/domain/assert';
import { ZERO, type Amount } from '@/domain/money';
import type { Bucket } from './accounts';

export interface ScheduledLot {
  readonly id: string;
  readonly bucket: Bucket;
  readonly remaining: Amount;
  readonly earnedAt: Date;
  readonly maturesAt: Date | null;
  readonly expiresAt: Date | null;
}

export const SPAN_UNITS = ['DAY', 'WEEK', 'MONTH', 'YEAR'] as const;
export type SpanUnit = (typeof SPAN_UNITS)[number];

const DAY_MS = 86_400_000;
/** 1970-01-05 was a Monday. */
const MONDAY_MS = 4 * DAY_MS;

/** The start of the span that contains `at`. Weeks begin on Monday. */
export function spanStart(at: Date, unit: SpanUnit): Date {
  const day = Math.floor(at.getTime() / DAY_MS) * DAY_MS;
  switch (unit) {
    case 'DAY':
      return new Date(day);
    case 'WEEK':
      return new Date(Math.floor((day - MONDAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + MONDAY_MS);
    case 'MONTH':
      return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
    case 'YEAR':
      return new Date(Date.UTC(at.getUTCFullYear(), 0, 1));
  }
}

/** The end (exclusive) of the span that begins at `start`. */
export function spanEnd(start: Date, unit: SpanUnit): Date {
  const [year, month] = [start.getUTCFullYear(), start.getUTCMonth()];
  if (unit === 'MONTH') return new Date(Date.UTC(year, month + 1, 1));
  if (unit === 'YEAR') return new Date(Date.UTC(year + 1, 0, 1));
  return new Date(start.getTime() + (unit === 'WEEK' ? 7 : 1) * DAY_MS);
}

/** The finest unit in which `times` fall into at most `most` spans; years if no unit does. */
export function unitFor(times: readonly Date[], most: number): SpanUnit {
  const fits = (unit: SpanUnit) => new Set(times.map((at) => spanStart(at, unit).getTime())).size <= most;
  return SPAN_UNITS.find(fits) ?? 'YEAR';
}

function bySpan<Lot extends ScheduledLot>(lots: readonly Lot[], timeOf: (lot: Lot) => Date, unit: SpanUnit): [Date, Lot[]][] {
  const spans = Map.groupBy(lots, (lot) => spanStart(timeOf(lot), unit).getTime());
  return [...spans].toSorted(([a], [b]) => a - b).map(([at, inside]) => [new Date(at), inside]);
}

const sum = (lots: readonly ScheduledLot[]): Amount => lots.reduce((total, { remaining }) => total.plus(remaining), ZERO);

const earliest = (times: readonly (Date | null)[]): Date | null => pick(times, (a, b) => a < b);
const latest = (times: readonly (Date | null)[]): Date | null => pick(times, (a, b) => a > b);

function pick(times: readonly (Date | null)[], isBetter: (a: Date, b: Date) => boolean): Date | null {
  return times.reduce((best, time) => (time !== null && (best === null || isBetter(time, best)) ? time : best), null);
}

/** Lots that were earned together: a single lot, or all those of one span. */
export interface EarnedGroup {
  /** When its first and its last lot was earned. */
  readonly earnedFrom: Date;
  readonly earnedTo: Date;
  readonly lots: readonly string[];
  readonly remaining: Record<Bucket, Amount>;
  /** When the last of its deferred lots matures; null if none is deferred. */
  readonly maturesAt: Date | null;
  /** When its first and its last lot expires, of those that do. */
  readonly expiresFrom: Date | null;
  readonly expiresTo: Date | null;
  /** Whether any of its lots never expires. */
  readonly endless: boolean;
}

/** @returns the groups, oldest first; `unit` is null when each lot is a group of its own. */
export function groupByEarning(lots: readonly ScheduledLot[], most: number): { unit: SpanUnit | null; groups: EarnedGroup[] } {
  if (lots.length <= most) {
    const ordered = lots.toSorted((a, b) => a.earnedAt.getTime() - b.earnedAt.getTime() || (a.id < b.id ? -1 : 1));
    return { unit: null, groups: ordered.map((lot) => earnedGroup([lot])) };
  }
  const earnedAt = ({ earnedAt: at }: ScheduledLot) => at;
  const unit = unitFor(lots.map(earnedAt), most);
  return { unit, groups: bySpan(lots, earnedAt, unit).map(([, inside]) => earnedGroup(inside)) };
}

function earnedGroup(lots: readonly ScheduledLot[]): EarnedGroup {
  const inBucket = (bucket: Bucket) => sum(lots.filter((lot) => lot.bucket === bucket));
  const earned = lots.map(({ earnedAt }) => earnedAt);
  return {
    earnedFrom: present(earliest(earned), 'a group has a lot, and each lot was earned at some time'),
    earnedTo: present(latest(earned), 'a group has a lot, and each lot was earned at some time'),
    lots: lots.map(({ id }) => id),
    remaining: { AVAILABLE: inBucket('AVAILABLE'), HELD: inBucket('HELD'), DEFERRED: inBucket('DEFERRED') },
    maturesAt: latest(lots.map(({ bucket, maturesAt }) => (bucket === 'DEFERRED' ? maturesAt : null))),
    expiresFrom: earliest(lots.map(({ expiresAt }) => expiresAt)),
    expiresTo: latest(lots.map(({ expiresAt }) => expiresAt)),
    endless: lots.some(({ expiresAt }) => expiresAt === null),
  };
}

interface ExpirySpan {
  readonly at: Date;
  readonly lots: number;
  readonly amount: Amount;
  /** What is left of today's lots once these have expired too. */
  readonly left: Amount;
}

/** Spans in which nothing expires are left out. */
export function scheduleOfExpiry(lots: readonly ScheduledLot[], most: number): { unit: SpanUnit; spans: ExpirySpan[]; never: Amount } {
  const expiring = lots.flatMap((lot) => (lot.expiresAt === null ? [] : [{ ...lot, expiresAt: lot.expiresAt }]));
  const expiresAt = ({ expiresAt: at }: (typeof expiring)[number]) => at;
  const unit = unitFor(expiring.map(expiresAt), most);
  const spans: ExpirySpan[] = [];
  let left = sum(lots);
  for (const [at, inside] of bySpan(expiring, expiresAt, unit)) {
    const amount = sum(inside);
    left = left.minus(amount);
    spans.push({ at, lots: inside.length, amount, left });
  }
  return { unit, spans, never: left };
}
