/** What the service asks of every gift-card provider. Answers about an order are told apart, never thrown. */
import type { ProviderAnswer } from '@/domain/fulfillment/order';
import type { Product } from '@/domain/fulfillment/product';

export interface ProviderOrder {
  /** Names the order at the provider, for ever: the id of the redemption. */
  readonly externalId: string;
  readonly productId: string;
  readonly faceValueMinor: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** All that the provider learns of the participant. */
  readonly recipientName: string;
  /** When the provider was first asked for it, on the organization's clock. */
  readonly begunAt: Date;
  /** On the organization's clock. */
  readonly now: Date;
}

export interface FulfillmentProvider {
  /** Orders once per `externalId`: asked again, it answers with the order there is. */
  createOrder(order: ProviderOrder): Promise<ProviderAnswer>;
  /** What became of an order that may have been placed before; null when the provider has none of this name. */
  findOrder(order: ProviderOrder): Promise<ProviderAnswer | null>;
  /** Everything on sale. @throws DomainError invalid_config, provider_unavailable. */
  listProducts(): Promise<Product[]>;
  /** One product; null when it is not on sale. @throws DomainError invalid_config, provider_unavailable. */
  findProduct(id: string): Promise<Product | null>;
  /** Whether orders can be placed with this configuration. @throws DomainError invalid_config naming the setting at fault, provider_unavailable. */
  verify(): Promise<void>;
}
