/** Parses the fields that are needed from the answers of Tremendous; anything else in them is ignored. */
import { z } from 'zod';
import type { Product } from '@/domain/fulfillment/product';

const Delivery = z.object({
  status: z.string().optional(),
  link: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
});
const Order = z.object({
  id: z.string(),
  status: z.string(),
  rewards: z.array(z.object({ id: z.string(), delivery: Delivery.optional() })).optional(),
});
export type TremendousOrder = z.infer<typeof Order>;

export const OrderEnvelope = z.object({ order: Order });
export const RewardLink = z.object({ reward: z.object({ link: z.url({ protocol: /^https?$/ }) }) });
export const FundingSources = z.object({ funding_sources: z.array(z.object({ id: z.string() })) });

const TremendousProduct = z.object({
  id: z.string(),
  name: z.string(),
  category: z.string().optional(),
  currency_codes: z.array(z.string()),
  countries: z.array(z.object({ abbr: z.string() })).optional(),
  skus: z.array(z.object({ min: z.number(), max: z.number() })).optional(),
  images: z.array(z.object({ src: z.string() })).optional(),
});

export const Products = z.object({ products: z.array(TremendousProduct) });
export const OneProduct = z.object({ product: TremendousProduct });

export function productOf({ id, name, category, currency_codes, countries, skus, images }: z.infer<typeof TremendousProduct>): Product {
  return {
    id,
    name,
    category: category ?? null,
    image_url: images?.[0]?.src ?? null,
    currencies: currency_codes,
    countries: (countries ?? []).map(({ abbr }) => abbr),
    // The shortest text of a JSON number is the decimal that was written.
    face_values: (skus ?? []).map(({ min, max }) => ({ min: String(min), max: String(max) })),
  };
}
