/** The requests of the page to the shop's own server. The page knows neither the API key nor the service's requests. */
import type { Basket, Customer, Offer, TillAnswer } from '../wire';

const NO_CONNECTION: TillAnswer = {
  error: { code: 'no_connection', message: 'The shop does not answer. Try again: an order that arrived is not made twice.' },
  sent: null,
  retryAfter: null,
};

export const readOffer = (): Promise<Offer> => read<Offer>('/shop/offer');
export const readCustomer = (name: string): Promise<Customer> => read<Customer>(`/shop/customers/${encodeURIComponent(name)}`);

export const preview = (basket: Basket, signal: AbortSignal): Promise<TillAnswer> => till('/shop/previews', basket, signal);
export const reserve = (basket: Basket, key: string): Promise<TillAnswer> => till('/shop/orders', { key, basket });
export const lookAgain = (id: string): Promise<TillAnswer> => till(`/shop/orders/${id}`);
export const pay = (id: string, delivered: Record<string, number>): Promise<TillAnswer> => till(`/shop/orders/${id}/pay`, { delivered });
export const cancel = (id: string, reason: string): Promise<TillAnswer> => till(`/shop/orders/${id}/cancel`, { reason });

async function read<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return (await response.json()) as T; // the server answers these paths with it
}

async function till(path: string, body?: unknown, signal?: AbortSignal): Promise<TillAnswer> {
  const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } };
  try {
    const response = await fetch(path, { ...init, signal });
    return (await response.json()) as TillAnswer; // whatever the status, the server answers these paths with it
  } catch (error) {
    if (signal?.aborted) throw error;
    return NO_CONNECTION;
  }
}
