/**
 * Computes with exact decimal amounts. No amount ever passes through a float: strings in, decimals inside,
 * strings with the scale of the asset out (contract: "Amounts").
 */
import { Decimal } from 'decimal.js';
import { isAmountText, MAX_INTEGER_DIGITS } from './amount-text';
import { DomainError } from './errors';

/** 160 significant digits hold the product of any two accepted amounts exactly. */
export const Amount = Decimal.clone({ precision: 160, rounding: Decimal.ROUND_DOWN, toExpNeg: -200, toExpPos: 200 });
export type Amount = Decimal;

export const MAX_SCALE = 18;

export const ZERO: Amount = new Amount(0);
const AMOUNT_LIMIT: Amount = new Amount(10).pow(MAX_INTEGER_DIGITS);

/** Whether an operation can move `amount`; beyond the limit, sums could no longer be stored exactly. */
export function isMovable(amount: Amount): boolean {
  return amount.greaterThan(0) && amount.lessThan(AMOUNT_LIMIT);
}

/** Reads an amount that the database or the domain itself wrote. */
export function amountOf(text: string | number | bigint): Amount {
  return new Amount(text.toString());
}

/** Digits after the point that `amount` needs. */
export function scaleOf(amount: Amount): number {
  return amount.decimalPlaces();
}

/**
 * Reads an amount that a caller sent for an asset with `scale` decimal places.
 * @throws DomainError invalid_amount when malformed, not positive, or beyond the scale.
 */
export function parseAmount(text: string, scale: number, param = 'amount'): Amount {
  if (!isAmountText(text)) {
    throw new DomainError(
      'invalid_amount',
      `The amount must be a positive decimal string such as "12.50", with at most ${MAX_INTEGER_DIGITS} digits before the point.`,
      { param },
    );
  }
  const amount = new Amount(text);
  if (scaleOf(amount) > scale) {
    throw new DomainError('invalid_amount', tooManyPlaces('The amount', scale), { param });
  }
  return amount;
}

/** What is wrong with a figure that has more decimal places than its asset. */
export function tooManyPlaces(figure: string, scale: number): string {
  if (scale === 0) return `${figure} must be a whole number, because the asset has no decimal places.`;
  return `${figure} has more than the ${scale} decimal ${scale === 1 ? 'place' : 'places'} of the asset.`;
}

/** Rounds toward zero to `scale` places: computed value is never rounded up into existence. */
export function truncateToScale(amount: Amount, scale: number): Amount {
  return amount.toDecimalPlaces(scale, Decimal.ROUND_DOWN);
}

/** Enough to tell a half from what a division, which is cut off, leaves just below it. */
const SHARE_PLACES = 60;

/** A share of an amount, rounded half up to `scale` places. */
export function shareOf(amount: Amount, share: Amount, scale: number): Amount {
  return amount.times(share).toDecimalPlaces(SHARE_PLACES, Decimal.ROUND_HALF_UP).toDecimalPlaces(scale, Decimal.ROUND_HALF_UP);
}

/** The wire form: exactly `scale` decimal places, never an exponent. */
export function formatAmount(amount: Amount, scale: number): string {
  return amount.toFixed(scale);
}

/** The wire form of a counter or threshold: as many places as it needs. */
export function formatDecimal(amount: Amount): string {
  return amount.toFixed();
}

export function sumAmounts(amounts: Iterable<Amount>): Amount {
  let total = ZERO;
  for (const amount of amounts) total = total.plus(amount);
  return total;
}
