/** Says in sentences what falls due on each day, added up: value that expires or matures, levels, reservations and scheduled events. */
import { formatAmount, type Amount } from '../money';
import { dated, quoted, shownPart, type CalendarFrame, type DatedItem } from './item';

interface DueAmount {
  /** The day of the frame, from 0. */
  readonly day: number;
  readonly assetId: string;
  readonly symbol: string;
  readonly scale: number;
  readonly amount: Amount;
}

interface DueCount {
  readonly day: number;
  readonly count: number;
}

const many = (count: number, one: string, several: string): string => `${count.toLocaleString('en-US')} ${count === 1 ? one : several}`;

function onDay(frame: CalendarFrame, day: number, item: (day: string) => Omit<Parameters<typeof dated>[0], 'from' | 'to'>): DatedItem[] {
  const found = frame.days[day];
  return found === undefined ? [] : [dated({ ...shownPart(frame, found), ...item(frame.words.moment(found.start)) })];
}

export const expiryItems = (frame: CalendarFrame, due: readonly DueAmount[]): DatedItem[] => amountItems(frame, due, 'EXPIRY');
export const maturityItems = (frame: CalendarFrame, due: readonly DueAmount[]): DatedItem[] => amountItems(frame, due, 'MATURITY');

function amountItems(frame: CalendarFrame, due: readonly DueAmount[], kind: 'EXPIRY' | 'MATURITY'): DatedItem[] {
  return due.flatMap(({ day, assetId, symbol, scale, amount: sum }) =>
    onDay(frame, day, (date) => {
      const amount = formatAmount(sum, scale);
      const happens = kind === 'EXPIRY' ? 'expire' : 'mature, and can be spent from then,';
      return { kind, id: assetId, name: symbol, assetId, amount, sentence: `${amount} ${symbol} ${happens} on ${date}.` };
    }),
  );
}

interface EndingMemberships extends DueCount {
  readonly tier: { readonly id: string; readonly key: string; readonly name: string };
  readonly level: string;
}

export const membershipItems = (frame: CalendarFrame, due: readonly EndingMemberships[]): DatedItem[] =>
  due.flatMap(({ day, tier, level, count }) =>
    onDay(frame, day, (date) => ({
      kind: 'TIER_MEMBERSHIPS',
      id: tier.id,
      key: tier.key,
      name: `${tier.name}: ${level}`,
      count,
      sentence: `${many(count, 'tier membership', 'tier memberships')} of the level ${quoted(level)} in ${quoted(tier.name)} ${count === 1 ? 'ends' : 'end'} on ${date} unless renewed.`,
    })),
  );

export const reservationItems = (frame: CalendarFrame, programId: string, due: readonly DueCount[]): DatedItem[] =>
  due.flatMap(({ day, count }) =>
    onDay(frame, day, (date) => ({
      kind: 'RESERVATIONS',
      id: programId,
      name: 'Reservations',
      count,
      sentence: `${many(count, 'reservation ends', 'reservations end')} on ${date} unless captured before; the value goes back.`,
    })),
  );

export const scheduledEventItems = (frame: CalendarFrame, programId: string, due: readonly DueCount[]): DatedItem[] =>
  due.flatMap(({ day, count }) =>
    onDay(frame, day, (date) => ({
      kind: 'SCHEDULED_EVENTS',
      id: programId,
      name: 'Scheduled events',
      count,
      sentence: `${many(count, 'scheduled event is', 'scheduled events are')} due on ${date}.`,
    })),
  );
