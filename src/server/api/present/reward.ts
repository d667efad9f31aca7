/** Presents rewards, their sources and the accounts that deliver them. */
import type { FulfillmentAccount, FulfillmentProduct, RewardSource } from '@/contract/fulfillment';
import type { Reward } from '@/contract/reward';
import type { Product } from '@/domain/fulfillment/product';
import { amountOf, formatAmount, formatDecimal } from '@/domain/money';
import { remainingUnits } from '@/domain/redemptions/reward';
import { rewardSentence } from '@/domain/redemptions/reward-sentence';
import type { FulfillmentAccountRow } from '@/server/db/repositories/rewards/fulfillment-accounts';
import type { RewardSourceRow } from '@/server/db/repositories/rewards/reward-sources';
import type { RewardRow } from '@/server/db/repositories/rewards/rewards';
import { presentTime } from './time';

export function presentReward({ scale, symbol, ...row }: RewardRow): Reward {
  const unit_cost = row.unit_cost === null ? null : formatAmount(amountOf(row.unit_cost), scale);
  return {
    id: row.id,
    program_id: row.program_id,
    asset_id: row.asset_id,
    name: row.name,
    description: row.description,
    sentence: rewardSentence({ ...row, unit_cost }, symbol),
    category: row.category,
    image_url: row.image_url,
    metadata: row.metadata,
    redemption_type: row.redemption_type,
    unit_cost,
    status: row.status,
    max_total: row.max_total,
    max_per_participant: row.max_per_participant,
    redeemed_count: row.redeemed_count,
    remaining: remainingUnits(row),
    available_from: presentTime(row.available_from),
    available_until: presentTime(row.available_until),
    reward_source_id: row.reward_source_id,
    product_id: row.product?.id ?? null,
    product: row.product && presentProduct(row.product),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export function presentAccount(row: FulfillmentAccountRow): FulfillmentAccount {
  return {
    id: row.id,
    provider: row.provider,
    name: row.name,
    // Settings are stored as the schema of their provider has parsed them.
    config: row.settings as FulfillmentAccount['config'],
    status: row.status,
    verified_at: presentTime(row.verified_at),
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}

export function presentProduct({ id, name, category, image_url, currencies, countries, face_values }: Product): FulfillmentProduct {
  return {
    id,
    name,
    category,
    image_url,
    currencies: [...currencies],
    countries: [...countries],
    face_values: face_values.map(({ min, max }) => ({ min, max })),
  };
}

export function presentSource({ policy: { denominations, ...bounds }, ...row }: RewardSourceRow): RewardSource {
  return {
    id: row.id,
    program_id: row.program_id,
    fulfillment_account_id: row.fulfillment_account_id,
    asset_id: row.asset_id,
    rate: formatDecimal(amountOf(row.rate)),
    policy: { ...bounds, ...(denominations === undefined ? {} : { denominations: [...denominations] }) },
    status: row.status,
    created_at: presentTime(row.created_at),
    updated_at: presentTime(row.updated_at),
    deleted_at: presentTime(row.deleted_at),
  };
}
