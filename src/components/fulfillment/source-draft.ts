/** Holds a reward source as its form edits it: face values typed in currency units, sent to the API in minor units. */
import type { RewardSource } from '@/contract/fulfillment';
import { fromMinor, isCurrency, minorDigits } from '@/domain/fulfillment/currency';
import { isAmountText } from '@/domain/amount-text';
import { Amount } from '@/domain/money';

export interface SourceDraft {
  accountId: string;
  assetId: string;
  rate: string;
  currency: string;
  min: string;
  max: string;
  /** Separated by commas or spaces. */
  denominations: string;
}

export const EMPTY_SOURCE: SourceDraft = { accountId: '', assetId: '', rate: '', currency: 'USD', min: '', max: '', denominations: '' };

export function draftOfSource({ fulfillment_account_id, asset_id, rate, policy }: RewardSource): SourceDraft {
  const { currency, min_face_value_minor: min, max_face_value_minor: max, denominations = [] } = policy;
  const text = (minor: number | undefined): string => (minor === undefined ? '' : fromMinor(minor, currency).toFixed());
  return {
    accountId: fulfillment_account_id,
    assetId: asset_id,
    rate,
    currency,
    min: text(min),
    max: text(max),
    denominations: denominations.map(text).join(', '),
  };
}

/** A value of currency units in minor units; null when it is not a whole number of them. */
export function toMinor(text: string, currency: string): number | null {
  if (!isAmountText(text)) return null;
  const minor = new Amount(text).times(new Amount(10).pow(minorDigits(currency)));
  return minor.isInteger() && minor.lessThanOrEqualTo(Number.MAX_SAFE_INTEGER) ? minor.toNumber() : null;
}

interface PolicyDraft {
  readonly policy: Readonly<Record<string, unknown>>;
  /** What is wrong with the input, by the API's field names. */
  readonly errors: Readonly<Record<string, string>>;
}

/** The error for text that is not an amount of its currency. */
export const NO_AMOUNT = 'Must be an amount of the currency, such as 25 or 25.50.';

export function policyOf({ currency: typed, min, max, denominations }: SourceDraft): PolicyDraft {
  const currency = typed.trim().toUpperCase();
  if (!isCurrency(currency)) return { policy: {}, errors: { 'policy.currency': 'Must be a currency code such as USD.' } };
  const errors: Record<string, string> = {};
  const read = (text: string, field: string): number | undefined => {
    if (text.trim() === '') return undefined;
    const minor = toMinor(text.trim(), currency);
    if (minor === null) errors[`policy.${field}`] = NO_AMOUNT;
    return minor ?? undefined;
  };
  const fixed = denominations
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((text) => read(text, 'denominations'));
  const policy = {
    currency,
    min_face_value_minor: read(min, 'min_face_value_minor'),
    max_face_value_minor: read(max, 'max_face_value_minor'),
    ...(fixed.length === 0 ? {} : { denominations: fixed }),
  };
  return { policy, errors };
}
