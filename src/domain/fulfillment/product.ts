/** Describes the products that providers sell, and prices a reward at a face value. */
import { DomainError } from '@/domain/errors';
import { amountOf, scaleOf, type Amount } from '@/domain/money';
import { faceValueText, fromMinor } from './currency';
import type { SourcePolicy } from './policy';
import { priceOf } from './rate';

/** Face values from `min` to `max` in currency units, both as decimal text; one fixed value when they are equal. */
interface FaceValues {
  readonly min: string;
  readonly max: string;
}

export interface Product {
  readonly id: string;
  readonly name: string;
  readonly category: string | null;
  readonly image_url: string | null;
  /** ISO 4217 codes. */
  readonly currencies: readonly string[];
  /** ISO 3166 codes; empty: everywhere. */
  readonly countries: readonly string[];
  /** Empty: any. */
  readonly face_values: readonly FaceValues[];
}

/** What a redemption of a provider-backed reward orders. */
interface RewardTerms {
  readonly policy: SourcePolicy;
  /** Asset units for one currency unit. */
  readonly rate: Amount;
  readonly product: Product;
  /** Decimal places of the asset. */
  readonly scale: number;
}

interface FaceValueRequest {
  readonly face_value_minor?: number | undefined;
  readonly quantity?: number | undefined;
  readonly amount?: string | undefined;
}

/** @throws DomainError validation_error when the product is not sold in the currency of the policy. */
export function assertSoldIn(product: Product, { currency }: SourcePolicy): void {
  if (product.currencies.includes(currency)) return;
  const message = `The product is not sold in ${currency}, the currency of the reward source.`;
  throw new DomainError('validation_error', message, {
    param: 'product_id',
    fields: [{ field: 'product_id', message, reason: 'invalid_value', expected: product.currencies.join(' | ') }],
  });
}

/**
 * The face value that is ordered, and its price in the asset.
 * @throws DomainError fulfillment_face_value_required, fulfillment_quantity_unsupported, invalid_request (an amount),
 *   invalid_fixed_denomination (neither policy nor product offer the value), invalid_amount (the price does not fit the asset).
 */
export function priceFaceValue(
  terms: RewardTerms,
  { face_value_minor: value, quantity, amount }: FaceValueRequest,
): { readonly faceValueMinor: number; readonly price: Amount } {
  if (quantity !== undefined && quantity !== 1) {
    throw new DomainError('fulfillment_quantity_unsupported', 'This reward is ordered one at a time; send `quantity` 1 or leave it out.', {
      param: 'quantity',
    });
  }
  if (value === undefined) {
    throw new DomainError('fulfillment_face_value_required', 'Send `face_value_minor`, the face value in minor currency units.', {
      param: 'face_value_minor',
      details: { currency: terms.policy.currency },
    });
  }
  if (amount !== undefined)
    throw new DomainError('invalid_request', 'The face value determines the cost of this reward; leave `amount` out.', { param: 'amount' });
  assertOffered(terms, value);
  const price = priceOf(value, terms.policy.currency, terms.rate);
  if (scaleOf(price) > terms.scale) {
    const message = `${faceValueText(value, terms.policy.currency)} costs ${price.toFixed()}, more decimal places than the asset has; choose another face value.`;
    throw new DomainError('invalid_amount', message, { param: 'face_value_minor' });
  }
  return { faceValueMinor: value, price };
}

function assertOffered({ policy, product }: RewardTerms, value: number): void {
  const { currency, denominations, min_face_value_minor: min, max_face_value_minor: max } = policy;
  const units = fromMinor(value, currency);
  const byPolicy = denominations
    ? denominations.includes(value)
    : (min === undefined || value >= min) && (max === undefined || value <= max);
  const bySale =
    product.face_values.length === 0 ||
    product.face_values.some((offered) => units.gte(amountOf(offered.min)) && units.lte(amountOf(offered.max)));
  if (byPolicy && bySale) return;
  throw new DomainError('invalid_fixed_denomination', `The reward is not offered at ${faceValueText(value, currency)}.`, {
    param: 'face_value_minor',
    details: byPolicy ? { currency, face_values: product.face_values } : { ...policy },
  });
}
