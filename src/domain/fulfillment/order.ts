/** Decides what becomes of an order at a provider: one transition table for every state and answer, and when to ask again. */

export const ORDER_STATUSES = ['PENDING', 'ORDERED', 'DELIVERED', 'FAILED'] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What is ordered from a provider: a product at a face value, in minor units of its currency. */
export interface OrderItem {
  readonly accountId: string;
  readonly productId: string;
  readonly faceValueMinor: number;
  readonly currency: string;
}

/** A provider's answer about one order; `again` is when it wants to be asked next, if it said so. */
export type ProviderAnswer =
  /** What was ordered can be claimed at `link`. */
  | { readonly kind: 'DELIVERED'; readonly orderId: string; readonly link: string }
  /** The provider has the order but has not finished it. */
  | { readonly kind: 'ACCEPTED'; readonly orderId: string; readonly again?: Date }
  /** The order will never be delivered. `reason` is machine-readable. */
  | { readonly kind: 'REFUSED'; readonly orderId: string | null; readonly reason: string }
  /** No answer, or one that leaves open whether there is an order. */
  | { readonly kind: 'UNKNOWN'; readonly reason: string; readonly again?: Date };

export type AnswerKind = ProviderAnswer['kind'];

/** A confirmed order stays confirmed when the provider falls silent, and DELIVERED and FAILED are final. */
export const ORDER_TABLE: Readonly<Record<OrderStatus, Readonly<Record<AnswerKind, OrderStatus>>>> = {
  PENDING: { DELIVERED: 'DELIVERED', ACCEPTED: 'ORDERED', REFUSED: 'FAILED', UNKNOWN: 'PENDING' },
  ORDERED: { DELIVERED: 'DELIVERED', ACCEPTED: 'ORDERED', REFUSED: 'FAILED', UNKNOWN: 'ORDERED' },
  DELIVERED: { DELIVERED: 'DELIVERED', ACCEPTED: 'DELIVERED', REFUSED: 'DELIVERED', UNKNOWN: 'DELIVERED' },
  FAILED: { DELIVERED: 'FAILED', ACCEPTED: 'FAILED', REFUSED: 'FAILED', UNKNOWN: 'FAILED' },
};

/** Whether the provider may still change what becomes of the order. */
export const isOpen = (status: OrderStatus): boolean => status === 'PENDING' || status === 'ORDERED';

const FIRST_PAUSE_MS = 10_000;
const LONGEST_PAUSE_MS = 6 * 3_600_000;
const DOUBLINGS_MAX = 12;

/** Milliseconds from the `attempts`-th attempt at an open order to the next: 10 seconds, then twice as long each time, up to 6 hours. */
export const pauseAfterAttempt = (attempts: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(DOUBLINGS_MAX, Math.max(0, attempts - 1)));

const SHORTEST_PAUSE_MS = 1_000;

/** When to ask again about an order that is still open after its `attempts`-th attempt at `now`. */
export function nextAttempt(answer: ProviderAnswer, attempts: number, now: Date): Date {
  const again = 'again' in answer && answer.again ? answer.again.getTime() : now.getTime() + pauseAfterAttempt(attempts);
  return new Date(Math.min(now.getTime() + LONGEST_PAUSE_MS, Math.max(now.getTime() + SHORTEST_PAUSE_MS, again)));
}
