/** Holds: value set aside under a reference. Everything in HELD lies under exactly one hold. */
import { DomainError } from '@/domain/errors';
import { formatAmount, type Amount } from '@/domain/money';
import type { AccountState, AssetTerms } from './accounts';

export interface Hold {
  readonly reference: string;
  readonly amount: Amount;
  readonly createdAt: Date;
}

/** @throws DomainError not_found when nothing is held under the reference. */
export function liveHold(account: AccountState, reference: string): Hold {
  const hold = account.holds.find((candidate) => candidate.reference === reference);
  if (!hold) throw new DomainError('not_found', 'Nothing is held under this reference.', { param: 'reference_id' });
  return hold;
}

/**
 * What an operation takes from each hold: from the one named, or from the oldest on.
 * @throws DomainError not_found, insufficient_funds.
 */
export function drawOnHolds(account: AccountState, asset: AssetTerms, amount: Amount, reference: string | null): Hold[] {
  const candidates = reference === null ? [...account.holds].sort(oldestFirst) : [liveHold(account, reference)];
  const draws: Hold[] = [];
  let missing = amount;
  for (const hold of candidates) {
    if (!missing.greaterThan(0)) break;
    const taken = hold.amount.lessThan(missing) ? hold.amount : missing;
    draws.push({ ...hold, amount: taken });
    missing = missing.minus(taken);
  }
  if (missing.greaterThan(0)) {
    throw new DomainError('insufficient_funds', `Only ${formatAmount(amount.minus(missing), asset.scale)} ${asset.symbol} is held${reference === null ? '' : ' under this reference'}.`, {
      param: 'amount',
      details: { held: formatAmount(amount.minus(missing), asset.scale), requested: formatAmount(amount, asset.scale) },
    });
  }
  return draws;
}

function oldestFirst(a: Hold, b: Hold): number {
  return a.createdAt.getTime() - b.createdAt.getTime() || (a.reference < b.reference ? -1 : 1);
}
