/** Decides whether somebody is to be told of value that expires: once for each lot, summed over all that expires by the end of the window. */
import { dateAt } from '../calendar/days';
import { amountOf, ZERO, type Amount } from '../money';
import type { ExpiringValue, NoticeData } from './data';

export interface ExpiringLot {
  readonly assetId: string;
  readonly symbol: string;
  readonly scale: number;
  readonly remaining: Amount;
  readonly expiresAt: Date;
  readonly createdAt: Date;
}

/** A notice that was sent before: it told of all lots that there were, and that expire before `coversUntil`. */
export interface EarlierNotice {
  readonly sentAt: Date;
  readonly coversUntil: Date;
}

interface Telling {
  readonly minAmount: string | null;
  readonly timeZone: string;
}

/** @returns null when there is nothing that was not told before. */
export function expiringValue(
  lots: readonly ExpiringLot[],
  earlier: readonly EarlierNotice[],
  { minAmount, timeZone }: Telling,
): NoticeData<'VALUE_EXPIRES'> | null {
  const least = minAmount === null ? ZERO : amountOf(minAmount);
  const enough = [...Map.groupBy(lots, ({ assetId }) => assetId).values()].filter((own) => sumOf(own).greaterThanOrEqualTo(least));
  const isNew = ({ expiresAt, createdAt }: ExpiringLot): boolean =>
    !earlier.some((notice) => notice.coversUntil > expiresAt && notice.sentAt > createdAt);
  if (!enough.some((own) => own.some(isNew))) return null;
  const values = enough.map((own) => valueOf(own, timeZone)).sort(byFirst);
  const [first] = values;
  if (first === undefined) return null;
  const { asset_id: _, ...soonest } = first;
  return { kind: 'VALUE_EXPIRES', ...soonest, values };
}

const sumOf = (lots: readonly ExpiringLot[]): Amount => lots.reduce((sum, { remaining }) => sum.plus(remaining), ZERO);

function valueOf(lots: readonly ExpiringLot[], timeZone: string): ExpiringValue {
  const first = lots.reduce((one, other) => (other.expiresAt < one.expiresAt ? other : one));
  return {
    asset_id: first.assetId,
    asset: first.symbol,
    amount: sumOf(lots).toFixed(first.scale),
    first_expires_at: first.expiresAt.toISOString(),
    first_on: dateAt(first.expiresAt, timeZone),
  };
}

const byFirst = (one: ExpiringValue, other: ExpiringValue): number =>
  one.first_expires_at.localeCompare(other.first_expires_at) || one.asset.localeCompare(other.asset);
