/** Defines what the service requires of every gift-card provider. Outcomes of an order are returned as distinct kinds, never thrown. */
import type { ProviderAnswer } from '@/domain/fulfillment/order';
import type { Product } from '@/domain/fulfillment/product';

export interface ProviderOrder {
  /** Identifies the order at the provider permanently: the id of the redemption. */
  readonly externalId: string;
  readonly productId: string;
  readonly faceValueMinor: number;
  /** ISO 4217 code. */
  readonly currency: string;
  /** All that the provider learns about the participant. */
  readonly recipientName: string;
  /** When the provider was first asked for the order, on the organization's clock. */
  readonly begunAt: Date;
  /** On the organization's clock. */
  readonly now: Date;
}

export interface FulfillmentProvider {
  /** Places one order per `externalId`: called again, it returns the existing order. */
  createOrder(order: ProviderOrder): Promise<ProviderAnswer>;
  /** The outcome of an order that may have been placed before; null when the provider has none with this id. */
  findOrder(order: ProviderOrder): Promise<ProviderAnswer | null>;
  /** Everything on sale. @throws DomainError invalid_config, provider_unavailable. */
  listProducts(): Promise<Product[]>;
  /** One product; null when it is not on sale. @throws DomainError invalid_config, provider_unavailable. */
  findProduct(id: string): Promise<Product | null>;
  /**
   * Checks that orders can be placed with this configuration.
   * @throws DomainError invalid_config naming the setting at fault, provider_unavailable.
   */
  verify(): Promise<void>;
}
