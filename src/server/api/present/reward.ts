/** Presents rewards in their wire form. */
import type { Reward } from '@/contract/reward';
import { amountOf, formatAmount } from '@/domain/money';
import { remainingUnits } from '@/domain/redemptions/reward';
import { rewardSentence } from '@/domain/redemptions/reward-sentence';
import type { RewardRow } from '@/server/db/repositories/rewards/rewards';
import { presentProduct } from './fulfillment';
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
