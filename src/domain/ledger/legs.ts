/**
 * Builds the legs of an entry: what one account gives or receives, with the lots and holds it touches.
 * Every operation is made of these few pieces, so that buckets, lots and holds cannot drift apart.
 */
import type { NewId } from '@/domain/decision';
import { sumAmounts, ZERO, type Amount } from '@/domain/money';
import type { AccountState, AssetTerms, Bucket, Holder } from './accounts';
import type { Posting } from './entry';
import { arrivingIn, overdraftOf, type Lot, type LotLine, type LotShare, type LotTerms } from './lots';

/** Postings of one account, and the lots they create. */
export interface Leg {
  readonly postings: readonly Posting[];
  readonly newLots: readonly Lot[];
}

export const joinLegs = (...legs: readonly Leg[]): Leg => ({
  postings: legs.flatMap((leg) => leg.postings),
  newLots: legs.flatMap((leg) => leg.newLots),
});

/** Where value lies within an account. `holdReference` is set in HELD and null elsewhere. */
export interface BucketRef {
  readonly holder: Holder;
  readonly bucket: Bucket;
  readonly holdReference: string | null;
}

const negated = (shares: readonly LotShare[]): LotLine[] => shares.map(({ lot, amount }) => ({ lotId: lot.id, amount: amount.negated() }));

/** One posting of `amount` (signed) at a place. */
export function posting(asset: AssetTerms, place: BucketRef, amount: Amount, lots: readonly LotLine[] | null): Posting {
  const account = { type: place.holder.type, id: place.holder.id, bucket: place.bucket } as const;
  return {
    assetId: asset.id,
    account,
    amount,
    ...(place.bucket === 'HELD' ? { holdReference: place.holdReference } : {}),
    ...(lots ? { lots } : {}),
  };
}

/** Takes the shares out of a place; for a SIMPLE asset only the amount counts. */
export function withdraw(
  asset: AssetTerms,
  place: BucketRef,
  amount: Amount,
  shares: readonly LotShare[] | null,
  overdrawn: Amount = ZERO,
): Leg {
  const lines = shares && [...negated(shares), ...(overdrawn.isZero() ? [] : [{ lotId: null, amount: overdrawn.negated() }])];
  return { postings: [posting(asset, place, amount.negated(), lines)], newLots: [] };
}

/** Brings new value into a place as one new lot (LOT) or as a plain amount (SIMPLE). */
export function deposit(
  asset: AssetTerms,
  account: AccountState,
  place: BucketRef,
  amount: Amount,
  lot: { id: string; terms: LotTerms; earnedAt: Date; parentId?: string },
): Leg {
  if (asset.inventoryMode === 'SIMPLE') return { postings: [posting(asset, place, amount, null)], newLots: [] };
  const fresh: Lot = {
    id: lot.id,
    amount,
    remaining: amount,
    bucket: place.bucket,
    holdReference: place.holdReference,
    provisional: place.bucket === 'HELD',
    earnedAt: lot.earnedAt,
    parentId: lot.parentId ?? null,
    ...lot.terms,
  };
  const lines = place.bucket === 'AVAILABLE' ? fillOverdraft(account, [{ lotId: fresh.id, amount }]) : [{ lotId: fresh.id, amount }];
  return { postings: [posting(asset, place, amount, lines)], newLots: [fresh] };
}

/**
 * Receives parts of another account's lots. Each becomes a new lot that keeps the time it was earned, and
 * keeps its expiry only under `keepsExpiry`; otherwise it never expires.
 */
export function receive(
  asset: AssetTerms,
  account: AccountState,
  place: BucketRef & { readonly bucket: 'AVAILABLE' },
  amount: Amount,
  shares: readonly LotShare[] | null,
  on: { keepsExpiry: boolean; newId: NewId },
): Leg {
  if (!shares) return { postings: [posting(asset, place, amount, null)], newLots: [] };
  const newLots = shares.map((share): Lot => {
    const arrived = split(share, place, on.newId());
    return on.keepsExpiry ? arrived : { ...arrived, expiresAt: null };
  });
  const lines = splitOverdraft(
    account,
    newLots.map((lot): LotLine => ({ lotId: lot.id, amount: lot.amount })),
  );
  // Each overdraft line follows the line of the lot that it came in, so that the two can be matched.
  const beside = lines.flatMap(({ kept, filled }) => [kept, { lotId: null, amount: filled }]).filter((line) => !line.amount.isZero());
  return { postings: [posting(asset, place, amount, beside)], newLots };
}

/** Moves value between two places of one account; a lot that moves in part is split. */
export function relocate(
  asset: AssetTerms,
  account: AccountState,
  from: BucketRef,
  to: BucketRef,
  amount: Amount,
  shares: readonly LotShare[] | null,
  newId: NewId,
): Leg {
  if (!shares) return joinLegs(withdraw(asset, from, amount, null), { postings: [posting(asset, to, amount, null)], newLots: [] });
  const newLots: Lot[] = [];
  const arriving = shares.map((share): LotLine => {
    const target = homeOf(account, share, to) ?? split(share, to, newId());
    if (target !== share.lot && target.id !== share.lot.parentId) newLots.push(target);
    return { lotId: target.id, amount: share.amount };
  });
  const lines = to.bucket === 'AVAILABLE' ? fillOverdraft(account, arriving) : arriving;
  return joinLegs(withdraw(asset, from, amount, shares), { postings: [posting(asset, to, amount, lines)], newLots });
}

/**
 * Returns value to the lots that it left. Where such a lot now lies in another bucket, the value becomes
 * a new lot split from it, on the same terms.
 */
export function restore(
  asset: AssetTerms,
  account: AccountState,
  place: BucketRef,
  amount: Amount,
  shares: readonly LotShare[] | null,
  newId: NewId,
): Leg {
  if (!shares) return { postings: [posting(asset, place, amount, null)], newLots: [] };
  const newLots: Lot[] = [];
  const arriving = shares.map((share): LotLine => {
    const { lot } = share;
    const home = lot.remaining.isZero() || lot.bucket === place.bucket ? lot : split(share, place, newId());
    if (home !== lot) newLots.push(home);
    return { lotId: home.id, amount: share.amount };
  });
  return { postings: [posting(asset, place, amount, fillOverdraft(account, arriving))], newLots };
}

/** The existing lot that a share arrives in: its parent if that is AVAILABLE at the target, or itself when it moves whole; else null. */
function homeOf(account: AccountState, { lot, amount }: LotShare, to: BucketRef): Lot | null {
  const parent = lot.parentId === null ? undefined : account.lots.find((other) => other.id === lot.parentId);
  if (parent && parent.bucket === to.bucket && to.bucket === 'AVAILABLE' && sameTerms(parent, lot)) return parent;
  return amount.equals(lot.remaining) ? lot : null;
}

const sameTerms = (a: LotTerms, b: LotTerms): boolean =>
  a.expiresAt?.getTime() === b.expiresAt?.getTime() && a.maturesAt?.getTime() === b.maturesAt?.getTime();

function split({ lot, amount }: LotShare, to: BucketRef, id: string): Lot {
  return { ...lot, id, amount, remaining: amount, ...arrivingIn(lot, to.bucket, to.holdReference), parentId: lot.id };
}

/** Value that arrives in AVAILABLE first fills the overdraft that ALLOW_NEGATIVE left. */
function fillOverdraft(account: AccountState, arriving: readonly LotLine[]): LotLine[] {
  const lines = splitOverdraft(account, arriving);
  const filled = sumAmounts(lines.map((line) => line.filled));
  return [...lines.map((line) => line.kept), { lotId: null, amount: filled }].filter((line) => !line.amount.isZero());
}

/** Splits each line into what its lot keeps and what fills the overdraft, which the first lines fill. */
function splitOverdraft(account: AccountState, arriving: readonly LotLine[]): { kept: LotLine; filled: Amount }[] {
  let owed = overdraftOf(account.lots, account.balance.available);
  return arriving.map((line) => {
    const filled = owed.lessThan(line.amount) ? owed : line.amount;
    owed = owed.minus(filled);
    return { kept: { ...line, amount: line.amount.minus(filled) }, filled };
  });
}
