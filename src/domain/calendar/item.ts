/** Defines what stands in the calendar of a program: one thing that has a time, said in one sentence. */
import type { CalendarDay, TimeSpan } from './days';
import type { CalendarWords } from './words';

export const CALENDAR_KINDS = [
  'CAMPAIGN',
  'RULE',
  'REWARD',
  'BUDGET',
  'AUTOMATION',
  'TIER',
  'TIER_MEMBERSHIPS',
  'EXPIRY',
  'MATURITY',
  'RESERVATIONS',
  'SCHEDULED_EVENTS',
  'LEDGER_PERIOD',
  'CLOCK_MOVE',
] as const;
export type CalendarKind = (typeof CALENDAR_KINDS)[number];

export interface DatedItem extends TimeSpan {
  readonly kind: CalendarKind;
  /** Of the campaign, rule, reward, automation, tier, asset, ledger period or move; of the program for what concerns it as a whole. */
  readonly id: string;
  /** By which a tier is addressed. */
  readonly key: string | null;
  readonly name: string;
  readonly status: string | null;
  readonly assetId: string | null;
  /** In the scale of the asset. */
  readonly amount: string | null;
  readonly count: number | null;
  readonly sentence: string;
}

/** What an answer leaves out, to have a bound. */
export interface LeftOut {
  readonly kind: CalendarKind | 'OVERLAP';
  readonly count: number;
  /** Whether there are even more, which were not counted. */
  readonly atLeast: boolean;
}

/** The time that a calendar shows. */
export interface CalendarFrame {
  readonly from: Date;
  readonly to: Date;
  readonly now: Date;
  readonly timeZone: string;
  readonly days: readonly CalendarDay[];
  readonly words: CalendarWords;
}

/** An item without what it does not have. */
export const dated = (
  item: Pick<DatedItem, 'kind' | 'id' | 'name' | 'from' | 'to' | 'sentence'> &
    Partial<Pick<DatedItem, 'key' | 'status' | 'assetId' | 'amount' | 'count'>>,
): DatedItem => ({ key: null, status: null, assetId: null, amount: null, count: null, ...item });

/** The part of a day that the calendar shows. */
export const shownPart = ({ from, to }: CalendarFrame, { start, end }: CalendarDay): { readonly from: Date; readonly to: Date } => ({
  from: start < from ? from : start,
  to: end > to ? to : end,
});

export const quoted = (name: string): string => `“${name}”`;
