/** What of a redemption is still spent, once some of it has gone back. */
import type { Redemption } from '@/contract/redemption';
import { amountOf } from '@/domain/money';

/** Digits after the point, as the amount is written. */
export const placesOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

export const restOf = ({ amount, reversed_amount }: Pick<Redemption, 'amount' | 'reversed_amount'>): string =>
  amountOf(amount).minus(amountOf(reversed_amount)).toFixed(placesOf(amount));
