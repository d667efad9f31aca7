/** Puts the policy of a reward source into words. */
import type { RewardSource } from '@/contract/fulfillment';
import { faceValueText } from '@/domain/fulfillment/currency';

/** `10.00 USD, 25.00 USD`, `5.00 USD to 100.00 USD`, or `Any`. */
export function faceValuesText({
  currency,
  denominations,
  min_face_value_minor: min,
  max_face_value_minor: max,
}: RewardSource['policy']): string {
  const text = (minor: number): string => faceValueText(minor, currency);
  if (denominations) return denominations.map(text).join(', ');
  if (min !== undefined && max !== undefined) return `${text(min)} to ${text(max)}`;
  if (min !== undefined) return `From ${text(min)}`;
  return max === undefined ? 'Any' : `Up to ${text(max)}`;
}
