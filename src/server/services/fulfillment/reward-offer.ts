/** Finds and checks what a new provider-backed reward sells; before any transaction, since it calls the provider. */
import type { CreateReward } from '@/contract/reward';
import { present } from '@/domain/assert';
import { assertOffers, isProviderBacked } from '@/domain/fulfillment/offer';
import { assertSoldIn, type Product } from '@/domain/fulfillment/product';
import type { Ctx } from '@/server/platform/context';
import { getAccount } from './accounts';
import { getProduct, getSource } from './sources';

export interface RewardOffer {
  readonly sourceId: string;
  readonly product: Product;
}

/**
 * Null for a reward without a provider.
 * @throws DomainError validation_error, not_found (source, product), invalid_status (archived), invalid_config, provider_unavailable.
 */
export async function rewardOffer(ctx: Ctx, reward: CreateReward): Promise<RewardOffer | null> {
  if (!isProviderBacked(reward)) return null;
  const sourceId = present(reward.reward_source_id, 'a provider-backed reward names its source');
  const source = await getSource(ctx, { id: reward.id, source_id: sourceId }, 'reward_source_id');
  assertOffers(source, reward);
  const productId = present(reward.product_id, 'a provider-backed reward names its product');
  const product = await getProduct(await getAccount(ctx, source.fulfillment_account_id), productId);
  assertSoldIn(product, source.policy);
  return { sourceId: source.id, product };
}
