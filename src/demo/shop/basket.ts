/** Turns a basket into what the service decides on: the event of the purchase, and what is spent with it. All prices are whole cents. */
import { z } from 'zod';
import type { AskedRedemption } from '@/contract/decision';
import { centsOf, decimalOf } from './cents';
import type { ShopProgram } from './program';
import type { Basket, Good } from './wire';

const ASSORTMENT = [
  { sku: 'coffee', name: 'Coffee, 250 g', cents: 750 },
  { sku: 'bread', name: 'Rye bread', cents: 420 },
  { sku: 'honey', name: 'Heather honey', cents: 895 },
  { sku: 'pears', name: 'Pears, 1 kg', cents: 380 },
];

/** The `event_data` of the shop's events. */
export const Purchase = z.object({
  type: z.literal('purchase'),
  amount: z.number(),
  items: z.array(z.object({ sku: z.string(), quantity: z.int() })),
});
export type Purchase = z.infer<typeof Purchase>;

/** A basket that the shop itself does not sell. */
export class NotForSale extends Error {}

export const goodsOnOffer = (): Good[] => ASSORTMENT.map(({ sku, name, cents }) => ({ sku, name, price: decimalOf(cents) }));

/** @throws NotForSale for an article that the shop does not have. */
export function purchaseOf(quantities: Readonly<Record<string, number>>): Purchase {
  const unknown = Object.keys(quantities).find((sku) => !ASSORTMENT.some((good) => good.sku === sku));
  if (unknown !== undefined) throw new NotForSale(`The shop has no article “${unknown}”.`);
  const items = ASSORTMENT.map(({ sku }) => ({ sku, quantity: quantities[sku] ?? 0 })).filter(({ quantity }) => quantity > 0);
  // A number in JSON, which is written with the same two decimals.
  return { type: 'purchase', amount: Number(decimalOf(costOf(items))), items };
}

/** What they cost in cents. */
export const costOf = (items: Purchase['items']): number =>
  items.reduce((sum, { sku, quantity }) => sum + quantity * (ASSORTMENT.find((good) => good.sku === sku)?.cents ?? 0), 0);

/** A point pays 1.00. @throws NotForSale when the points would pay more than the goods cost. */
export function redemptionsOf({ points, rewards }: Basket, { items }: Purchase, { assetId }: ShopProgram): AskedRedemption[] {
  const [paying, cost] = [centsOf(points || '0'), costOf(items)];
  if (paying > cost) throw new NotForSale(`Points pay the goods and no more: ${decimalOf(cost)} at most.`);
  const ordered = Object.entries(rewards).filter(([, quantity]) => quantity > 0);
  return [
    ...(paying > 0 ? [{ asset_id: assetId, amount: points, description: 'Paid with points' }] : []),
    ...ordered.map(([reward_id, quantity]) => ({ reward_id, quantity })),
  ];
}

/** What was delivered of a purchase. @throws NotForSale when it is more than was ordered, or nothing. */
export function deliveredOf(purchase: Purchase, delivered: Readonly<Record<string, number>>): Purchase {
  const ordered = new Map(purchase.items.map(({ sku, quantity }) => [sku, quantity]));
  const tooMuch = Object.entries(delivered).find(([sku, quantity]) => quantity > (ordered.get(sku) ?? 0));
  if (tooMuch) throw new NotForSale(`No more of “${tooMuch[0]}” can be delivered than was ordered.`);
  const sold = purchaseOf(delivered);
  if (sold.items.length === 0) throw new NotForSale('Nothing was delivered: cancel the order instead.');
  return sold;
}
