/** Finds and draws on holds: value set aside under a reference. Everything in HELD belongs to exactly one hold. */
import { DomainError } from '@/domain/errors';
import { formatAmount, sumAmounts, type Amount } from '@/domain/money';
import type { AccountState, AssetTerms, Bucket } from './accounts';
import { lotsIn, type LotFilter } from './lots';
import { bucketBalance } from './command';
import { isReserved } from './references';

export interface Hold {
  readonly reference: string;
  readonly amount: Amount;
  readonly createdAt: Date;
}

/** The holds that callers and rules can name or draw on. */
const drawableHolds = ({ holds }: AccountState): Hold[] => holds.filter(({ reference }) => !isReserved(reference));

/** What callers and rules can draw on in a bucket. */
export const drawableBalance = (account: AccountState, bucket: Bucket): Amount =>
  bucket === 'HELD' ? sumAmounts(drawableHolds(account).map((hold) => hold.amount)) : bucketBalance(account, bucket);

/** @throws DomainError not_found when nothing is held under the reference. */
export function liveHold(account: AccountState, reference: string): Hold {
  const hold = drawableHolds(account).find((candidate) => candidate.reference === reference);
  if (!hold) throw new DomainError('not_found', 'Nothing is held under this reference.', { param: 'reference_id' });
  return hold;
}

/**
 * What an operation takes from each hold: from the named one, or else from the oldest first; in a LOT
 * asset, only from lots that match the filter.
 * @throws DomainError not_found, insufficient_funds.
 */
export function drawOnHolds(
  account: AccountState,
  asset: AssetTerms,
  amount: Amount,
  reference: string | null,
  filter: LotFilter = {},
): Hold[] {
  const candidates = reference === null ? drawableHolds(account).sort(oldestFirst) : [liveHold(account, reference)];
  const draws: Hold[] = [];
  let missing = amount;
  for (const hold of candidates) {
    if (!missing.greaterThan(0)) break;
    const there = drawable(account, asset, hold, filter);
    if (there.isZero()) continue;
    const taken = there.lessThan(missing) ? there : missing;
    draws.push({ ...hold, amount: taken });
    missing = missing.minus(taken);
  }
  if (missing.greaterThan(0)) {
    throw new DomainError(
      'insufficient_funds',
      `Only ${formatAmount(amount.minus(missing), asset.scale)} ${asset.symbol} of the held balance can be used here: not what redemptions have reserved, nor what another reference holds.`,
      {
        param: 'amount',
        details: { held: formatAmount(amount.minus(missing), asset.scale), requested: formatAmount(amount, asset.scale) },
      },
    );
  }
  return draws;
}

function drawable(account: AccountState, asset: AssetTerms, hold: Hold, filter: LotFilter): Amount {
  if (asset.inventoryMode === 'SIMPLE') return hold.amount;
  return sumAmounts(lotsIn(account.lots, 'HELD', { ...filter, holdReference: hold.reference }).map((lot) => lot.remaining));
}

function oldestFirst(a: Hold, b: Hold): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.reference < b.reference ? -1 : 1);
}
