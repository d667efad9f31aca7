/** Puts a provider's product into words. */
import type { FulfillmentProduct } from '@/contract/fulfillment';

const SHOWN_VALUES = 6;

/** The first few of a list, and how many more there are. */
export const first = (texts: readonly string[], shown: number): string =>
  texts.length > shown ? `${texts.slice(0, shown).join(', ')} and ${texts.length - shown} more` : texts.join(', ');

/** `10, 25, 50` or `1 to 500`, in currency units. */
export const valuesText = ({ face_values: values }: Pick<FulfillmentProduct, 'face_values'>): string =>
  values.length === 0
    ? 'Any'
    : first(
        values.map(({ min, max }) => (min === max ? min : `${min} to ${max}`)),
        SHOWN_VALUES,
      );
