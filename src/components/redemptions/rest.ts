/** Computes what of a redemption stays spent after its reversals. */
import type { Redemption } from '@/contract/redemption';
import { amountOf } from '@/domain/money';

/** The decimals with which the amount is written. */
export const placesOf = (amount: string): number => amount.split('.')[1]?.length ?? 0;

export const restOf = ({ amount, reversed_amount }: Pick<Redemption, 'amount' | 'reversed_amount'>): string =>
  amountOf(amount).minus(amountOf(reversed_amount)).toFixed(placesOf(amount));
