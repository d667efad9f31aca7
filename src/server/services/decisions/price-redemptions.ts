/** Prices the redemptions of decisions: locks the rewards they name, and counts what has been redeemed of these. */
import type { AskedRedemption } from '@/contract/decision';
import { present } from '@/domain/assert';
import { DomainError } from '@/domain/errors';
import type { Spend } from '@/domain/decisions/spending';
import type { Stock, StockedReward } from '@/domain/decisions/stock';
import { parseAmount } from '@/domain/money';
import { assertOffered, orderOf } from '@/domain/redemptions/reward';
import type { World } from '@/domain/rules/world';
import type { RedemptionSettings } from '@/server/db/repositories/rewards/redemptions';
import { findRewardSources, type RewardSourceRow } from '@/server/db/repositories/rewards/reward-sources';
import { countRedeemedByEach, findRewardsForUpdate, setRewardStatus, type RewardRow } from '@/server/db/repositories/rewards/rewards';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { pricedOrder } from '@/server/services/fulfillment/orders';

/** The rewards of a batch, locked. */
export interface Shelf {
  /** By id. */
  readonly rewards: ReadonlyMap<string, RewardRow>;
  readonly stock: Stock;
  /** What providers' rewards are sold by, by the id of the source. */
  readonly sources: ReadonlyMap<string, RewardSourceRow>;
}

export async function openShelf(
  tx: Tx,
  organizationId: string,
  rewardIds: readonly string[],
  participantIds: readonly string[],
): Promise<Shelf> {
  if (rewardIds.length === 0) return { rewards: new Map(), stock: new Map(), sources: new Map() };
  const [rows, counts] = await Promise.all([
    findRewardsForUpdate(tx, organizationId, rewardIds),
    countRedeemedByEach(tx, organizationId, rewardIds, participantIds),
  ]);
  const sourceIds = rows.flatMap(({ reward_source_id }) => reward_source_id ?? []);
  const sources = sourceIds.length > 0 ? await findRewardSources(tx, organizationId, sourceIds) : [];
  const byReward = Map.groupBy(counts, ({ reward_id }) => reward_id);
  const stocked = rows.map((row): [string, StockedReward] => [
    row.id,
    { ...row, redeemedBy: new Map((byReward.get(row.id) ?? []).map(({ participant_id, units }) => [participant_id, units])) },
  ]);
  return {
    rewards: new Map(rows.map((row) => [row.id, row])),
    stock: new Map(stocked),
    sources: new Map(sources.map((source) => [source.id, source])),
  };
}

/** Keeps the status of the rewards in step with their stock. */
export async function followShelf(
  tx: Tx,
  { organizationId, now }: { readonly organizationId: string; readonly now: Date },
  before: Stock,
  after: Stock,
): Promise<void> {
  for (const [id, { status }] of after) if (status !== before.get(id)?.status) await setRewardStatus(tx, organizationId, id, status, now);
}

interface Till {
  readonly world: World;
  readonly shelf: Shelf;
  /** Of the program; null where nothing is redeemed. */
  readonly settings: RedemptionSettings | null;
}

/**
 * The redemptions with their prices, or why one of them cannot be made.
 * @throws DomainError not_found, reward_program_mismatch, reward_unavailable, amount_required, invalid_amount, invalid_request,
 * asset_not_linked, for a provider's reward as `pricedOrder`; each names the redemption at fault.
 */
export const priceRedemptions = (till: Till, participantId: string, asked: readonly AskedRedemption[]): Spend[] =>
  asked.map((_, place) => priceRedemption(till, participantId, asked, place));

/** The redemption at one place. @throws DomainError as `priceRedemptions`. */
export function priceRedemption(till: Till, participantId: string, asked: readonly AskedRedemption[], place: number): Spend {
  try {
    return priced(till, participantId, present(asked[place], 'a redemption is priced at its place'));
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const { code, message, details, param = 'amount' } = error;
    throw new DomainError(code, message, { param: `redemptions[${place}].${param}`, ...(details ? { details } : {}) });
  }
}

function priced({ world, shelf, settings }: Till, participantId: string, asked: AskedRedemption): Spend {
  const holder = { type: 'PARTICIPANT', id: participantId } as const;
  const facts = { id: newId(), holder, target: settings?.target ?? 'SYSTEM_REDEMPTION' };
  if ((asked.asset_id === undefined) === (asked.reward_id === undefined))
    throw new DomainError('invalid_request', 'Name what is redeemed by exactly one of `asset_id` and `reward_id`.', { param: 'asset_id' });
  if (asked.asset_id !== undefined) return pricedAmount(world, facts, asked.asset_id, asked);
  const reward = offered(world, shelf, asked.reward_id ?? '');
  const backed = reward.reward_source_id === null ? null : pricedOrder(shelf.sources.get(reward.reward_source_id) ?? null, reward, asked);
  const order = backed ?? orderOf(reward, reward, asked);
  return {
    facts: { ...facts, amount: order.amount, description: reward.name, rewardId: reward.id },
    assetId: reward.asset_id,
    item: backed && backed.item,
    order: { quantity: order.quantity, unitCost: order.unitCost, amount: order.amount, rewardId: reward.id, type: reward.redemption_type },
  };
}

function pricedAmount(
  world: World,
  facts: Pick<Spend['facts'], 'id' | 'holder' | 'target'>,
  assetId: string,
  { amount, quantity, face_value_minor, description }: AskedRedemption,
): Spend {
  if (face_value_minor !== undefined)
    throw new DomainError('invalid_request', 'A plain amount has no face value; leave `face_value_minor` out.', {
      param: 'face_value_minor',
    });
  if (quantity !== undefined)
    throw new DomainError('invalid_request', 'A plain amount has no `quantity`; leave it out.', { param: 'quantity' });
  if (amount === undefined) throw new DomainError('amount_required', 'Send the `amount` to redeem.', { param: 'amount' });
  const asset = world.assets.get(assetId);
  if (!asset) throw new DomainError('asset_not_linked', 'The program has no such asset; link it first.', { param: 'asset_id' });
  return {
    facts: { ...facts, amount: parseAmount(amount, asset.scale), description: description ?? null, rewardId: null },
    assetId,
    order: null,
    item: null,
  };
}

function offered({ program, now }: World, { rewards }: Shelf, id: string): RewardRow {
  const reward = rewards.get(id);
  if (!reward) throw new DomainError('not_found', 'There is no such reward in this program.', { param: 'reward_id' });
  if (reward.program_id !== program.id)
    throw new DomainError('reward_program_mismatch', 'The reward belongs to another program; name the program that offers it.', {
      param: 'reward_id',
    });
  assertOffered(reward, now);
  return reward;
}
