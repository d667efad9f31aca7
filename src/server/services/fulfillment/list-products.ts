/** Reads what an account's provider sells: a page of products, or one. */
import type { ListFulfillmentProducts } from '@/contract/fulfillment';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Product } from '@/domain/fulfillment/product';
import type { Ctx } from '@/server/platform/context';
import { computedPage, type KeysetPage } from '@/server/db/keyset';
import type { FulfillmentAccountRow } from '@/server/db/repositories/rewards/fulfillment-accounts';
import { openProvider } from '@/server/fulfillment/open-provider';
import { assertAccountActive, getAccount } from './get-account';

/** Ordered by name. @throws DomainError not_found, invalid_status (archived), invalid_config, provider_unavailable, invalid_cursor. */
export async function listProducts(ctx: Ctx, { id, search, currency, ...query }: ListFulfillmentProducts): Promise<KeysetPage<Product>> {
  const account = await getAccount(ctx, id);
  assertAccountActive(account);
  const wanted = search?.toLowerCase();
  const products = (await openProvider(account).listProducts())
    .filter(
      (product) =>
        (wanted === undefined || product.name.toLowerCase().includes(wanted)) &&
        (currency === undefined || product.currencies.includes(currency)),
    )
    .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
  const places = new Map(products.map((product, index) => [product, index]));
  const list = {
    name: 'fulfillment-products',
    keys: 1,
    organizationId: ctx.organization.id,
    query: { ...query, search, currency, account: id },
  };
  return computedPage(list, products, (product) => [-present(places.get(product), 'every product of the list has a place')]);
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** @throws DomainError not_found (no such product), invalid_config, provider_unavailable. */
export async function getProduct(account: FulfillmentAccountRow, productId: string): Promise<Product> {
  const product = await openProvider(account).findProduct(productId);
  if (!product) throw new DomainError('not_found', 'The provider does not sell this product.', { param: 'product_id' });
  return product;
}
