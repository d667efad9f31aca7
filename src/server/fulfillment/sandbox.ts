/** Simulates a provider without a network: its configuration decides the outcome of every order and how long it takes. */
import type { SandboxSettings } from '@/contract/fulfillment';
import type { ProviderAnswer } from '@/domain/fulfillment/order';
import type { Product } from '@/domain/fulfillment/product';
import type { FulfillmentProvider, ProviderOrder } from './provider';

const CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY'];

const PRODUCTS: readonly Product[] = [
  {
    id: 'sandbox-any',
    name: 'Gift card of any value',
    category: 'gift_card',
    image_url: null,
    currencies: CURRENCIES,
    countries: [],
    face_values: [{ min: '1', max: '2000' }],
  },
  {
    id: 'sandbox-fixed',
    name: 'Gift card of fixed values',
    category: 'gift_card',
    image_url: null,
    currencies: CURRENCIES,
    countries: [],
    face_values: ['10', '25', '50', '100'].map((value) => ({ min: value, max: value })),
  },
  {
    id: 'sandbox-donation',
    name: 'Donation',
    category: 'charity',
    image_url: null,
    currencies: ['USD', 'EUR'],
    countries: [],
    face_values: [],
  },
];

export function sandboxProvider({ outcome, delay_seconds = 0 }: SandboxSettings): FulfillmentProvider {
  const answer = ({ externalId, begunAt, now }: ProviderOrder): ProviderAnswer => {
    if (outcome === 'TIMEOUT') return { kind: 'UNKNOWN', reason: 'provider_timeout' };
    const orderId = `sandbox-${externalId}`;
    const ready = new Date(begunAt.getTime() + delay_seconds * 1_000);
    if (ready > now) return { kind: 'ACCEPTED', orderId, again: ready };
    if (outcome === 'PENDING') return { kind: 'ACCEPTED', orderId };
    if (outcome === 'FAIL') return { kind: 'REFUSED', orderId, reason: 'provider_order_failed' };
    return { kind: 'DELIVERED', orderId, link: `https://example.com/gift-cards/${externalId}` };
  };
  return {
    createOrder: (order) => Promise.resolve(answer(order)),
    findOrder: (order) => Promise.resolve(answer(order)),
    listProducts: () => Promise.resolve([...PRODUCTS]),
    findProduct: (id) => Promise.resolve(PRODUCTS.find((product) => product.id === id) ?? null),
    verify: () => Promise.resolve(),
  };
}
