/** What the page of the example shop and its server say to each other. The page names goods; prices and amounts are the server's. */
import { z } from 'zod';
import type { DecisionRecord } from '@/contract/decision';
import type { Reward } from '@/contract/reward';

const MOST_OF_ONE = 99;
const Quantity = z.int().min(0).max(MOST_OF_ONE);
/** Quantities by the article number of the goods. */
const Quantities = z.record(z.string().max(40), Quantity);

export const Basket = z.strictObject({
  customer: z.string().trim().min(1).max(255),
  goods: Quantities,
  /** Points that pay a part; empty for none. */
  points: z.string().regex(/^$|^\d{1,7}(\.\d{1,2})?$/, 'Points are written like 12.50.'),
  /** Quantities by the id of the reward. */
  rewards: z.record(z.uuid(), Quantity),
});
export type Basket = z.infer<typeof Basket>;

/** The key is the page's: however often it has to send the basket, it is one order. */
export const Order = z.strictObject({ key: z.uuid(), basket: Basket });
export const Payment = z.strictObject({ delivered: Quantities });
export const Withdrawal = z.strictObject({ reason: z.string().min(1).max(500) });

export interface Good {
  readonly sku: string;
  readonly name: string;
  readonly price: string;
}

/** All that the page needs to be drawn. */
export interface Offer {
  readonly goods: readonly Good[];
  readonly rewards: readonly Pick<Reward, 'id' | 'name' | 'unit_cost'>[];
  readonly customers: readonly string[];
  readonly symbol: string;
  /** Address of the service, whose dashboard and documentation the page links to. */
  readonly service: string;
}

export interface Customer {
  readonly available: string;
  readonly held: string;
  readonly entries: readonly {
    readonly id: string;
    readonly type: string;
    readonly description: string | null;
    /** Signed sum in what the customer has available. */
    readonly available: string;
    readonly held: string;
    readonly at: string;
  }[];
}

/** A request to the service, for the page to show. The key is not part of it. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export interface ShopError {
  readonly code: string;
  readonly message: string;
  readonly doc_url?: string;
}

/** What came of a request about a basket, and the last request to the service behind it. */
export type TillAnswer =
  | { readonly decision: DecisionRecord; readonly sent: SentRequest }
  | { readonly error: ShopError; readonly sent: SentRequest | null; /** Seconds. */ readonly retryAfter: number | null };
