/**
 * Defines lots: the portions in which a LOT asset is earned, each with its own maturity and expiry. Value
 * is always taken in the same order, and value that is returned goes back into the lot it left.
 */
import { invariant } from '@/domain/assert';
import { sumAmounts, ZERO, type Amount } from '@/domain/money';
import type { Bucket } from './accounts';

export interface LotTerms {
  /** When the lot becomes spendable; null: at once. */
  readonly maturesAt: Date | null;
  /** When what is left of it is forfeited; null: never. */
  readonly expiresAt: Date | null;
}

/** The bucket of a lot while anything is left of it, and after that whether it was spent or expired. */
export const LOT_STATUSES = ['AVAILABLE', 'HELD', 'DEFERRED', 'CONSUMED', 'EXPIRED'] as const;
export type LotStatus = (typeof LOT_STATUSES)[number];

/** A lot with value left in it. All of it lies in one bucket. */
export interface Lot extends LotTerms {
  readonly id: string;
  readonly amount: Amount;
  readonly remaining: Amount;
  readonly bucket: Bucket;
  /** The hold it belongs to, in HELD. */
  readonly holdReference: string | null;
  /** Issued straight into HELD and never moved out of it, so that voiding the hold takes it back. */
  readonly provisional: boolean;
  readonly earnedAt: Date;
  /** The lot it was split from. */
  readonly parentId: string | null;
}

/** What changes about a lot whose value arrives in a bucket. Once outside HELD, it can never be voided again. */
export function arrivingIn(lot: Lot, bucket: Bucket, holdReference: string | null): Pick<Lot, 'bucket' | 'holdReference' | 'provisional'> {
  return { bucket, holdReference, provisional: lot.provisional && bucket === 'HELD' };
}

/** A change to one lot by one posting; a null `lotId` is the overdraft, which later credits fill. */
export interface LotLine {
  readonly lotId: string | null;
  /** Signed, like the posting it belongs to. */
  readonly amount: Amount;
}

/** A part of a lot that an operation takes. */
export interface LotShare {
  readonly lot: Lot;
  readonly amount: Amount;
}

/**
 * First-expiring first, never-expiring last; then oldest; then by id, where a lot that was split has the turn of the lot it was split from: whether
 * value was held or moved meanwhile does not change when it is spent.
 */
export function consumptionOrder(a: Lot, b: Lot): number {
  const expiry = (a.expiresAt?.getTime() ?? Infinity) - (b.expiresAt?.getTime() ?? Infinity);
  if (expiry !== 0 && !Number.isNaN(expiry)) return expiry;
  const age = a.earnedAt.getTime() - b.earnedAt.getTime();
  if (age !== 0) return age;
  return inOrder(a.parentId ?? a.id, b.parentId ?? b.id) || inOrder(a.id, b.id);
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export interface LotFilter {
  readonly lotIds?: ReadonlySet<string>;
  /** Inclusive. */
  readonly earnedFrom?: Date;
  /** Exclusive. */
  readonly earnedTo?: Date;
  readonly holdReference?: string;
}

function matchesFilter(lot: Lot, filter: LotFilter): boolean {
  return (
    (filter.lotIds === undefined || filter.lotIds.has(lot.id)) &&
    (filter.earnedFrom === undefined || lot.earnedAt >= filter.earnedFrom) &&
    (filter.earnedTo === undefined || lot.earnedAt < filter.earnedTo) &&
    (filter.holdReference === undefined || lot.holdReference === filter.holdReference)
  );
}

/** Takes `amount` from `lots` in the order given, as far as they reach. */
export function takeInOrder(lots: readonly Lot[], amount: Amount): LotShare[] {
  const shares: LotShare[] = [];
  let missing = amount;
  for (const lot of lots) {
    if (!missing.greaterThan(0)) break;
    const taken = lot.remaining.lessThan(missing) ? lot.remaining : missing;
    shares.push({ lot, amount: taken });
    missing = missing.minus(taken);
  }
  return shares;
}

export const totalOf = (shares: readonly LotShare[]): Amount => sumAmounts(shares.map((share) => share.amount));

/** Lots of one bucket, in consumption order. */
export function lotsIn(lots: readonly Lot[], bucket: Bucket, filter: LotFilter = {}): Lot[] {
  return lots.filter((lot) => lot.bucket === bucket && matchesFilter(lot, filter)).sort(consumptionOrder);
}

/** How far AVAILABLE is below the sum of its lots: what ALLOW_NEGATIVE has taken and no credit has filled yet. */
export function overdraftOf(lots: readonly Lot[], available: Amount): Amount {
  const gross = sumAmounts(lots.filter((lot) => lot.bucket === 'AVAILABLE').map((lot) => lot.remaining));
  const overdraft = gross.minus(available);
  invariant(!overdraft.isNegative() || overdraft.isZero(), 'lots never hold less than their bucket');
  return overdraft.isZero() ? ZERO : overdraft;
}
