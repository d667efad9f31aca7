/** Reads the rate of a reward source, the price of one currency unit in asset units; a rate that is not exact is refused. */
import { DomainError } from '@/domain/errors';
import { isAmountText } from '@/domain/amount-text';
import { Amount, MAX_SCALE, scaleOf } from '@/domain/money';
import { faceValueText, fromMinor } from './currency';
import type { SourcePolicy } from './policy';

/** Whether `text` is a rate that can be stored exactly. */
export const isRateText = (text: unknown): text is string =>
  typeof text === 'string' && isAmountText(text) && scaleOf(new Amount(text)) <= MAX_SCALE;

/** @throws DomainError invalid_rate unless a positive decimal with at most 18 decimal places. */
export function parseRate(text: string): Amount {
  if (!isRateText(text))
    throw new DomainError(
      'invalid_rate',
      `The rate must be a positive decimal string such as "100", with at most ${MAX_SCALE} decimal places.`,
      { param: 'rate' },
    );
  return new Amount(text);
}

/** The price of a face value, with as many decimal places as it needs. */
export const priceOf = (faceValueMinor: number, currency: string, rate: Amount): Amount => fromMinor(faceValueMinor, currency).times(rate);

/**
 * A rate fits when every denomination of the policy has a price in the scale of the asset, or, where
 * there are none, every whole currency unit has.
 * @param scale decimal places of the asset.
 * @throws DomainError invalid_rate.
 */
export function assertRateFits(rate: Amount, policy: SourcePolicy, scale: number): void {
  const misfit = policy.denominations?.find((value) => scaleOf(priceOf(value, policy.currency, rate)) > scale);
  if (misfit === undefined && (policy.denominations || scaleOf(rate) <= scale)) return;
  const what = misfit === undefined ? `one ${policy.currency}` : faceValueText(misfit, policy.currency);
  throw new DomainError(
    'invalid_rate',
    `At this rate, the price of ${what} has more than the ${scale} decimal places of the asset; choose another rate.`,
    { param: 'rate', details: { scale } },
  );
}
