/**
 * Redeems plain amounts and catalog items, once per idempotency key. The reward's row is locked first, so that exactly one of many concurrent requests gets the
 * last unit.
 */
import type { RedeemAmount, RedeemReward, Redemption } from '@/contract/redemption';
import { DomainError } from '@/domain/errors';
import { parseAmount } from '@/domain/money';
import { assertInStock, assertRedeemable, orderOf } from '@/domain/redemptions/reward';
import { countRedeemedBy, type RewardRow } from '@/server/db/repositories/rewards/rewards';
import type { Tx } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { assertFoundActive, openHolderAccount } from '@/server/services/balances/holders';
import { openOrder, priceOrder } from '@/server/services/fulfillment/orders';
import { idempotent, type OperationOutcome } from '@/server/services/idempotent';
import { naming } from '@/server/services/naming';
import { followStock, getRewardForUpdate } from '@/server/services/rewards/rewards';
import { placeRedemption, redemptionSettings, type Redeemer } from './place-redemption';
import { presentRedemption } from './redemptions';

/**
 * @throws DomainError not_found, reward_program_mismatch, reward_unavailable, max_total_exceeded, max_per_participant_exceeded,
 * amount_required, invalid_request, for a provider-backed reward as `priceOrder`, and otherwise as redeeming a plain amount.
 */
export function redeemReward(ctx: Ctx, participant: Redeemer, body: Omit<RedeemReward, 'id'>): Promise<OperationOutcome<Redemption>> {
  const { idempotency_key: _, ...fields } = body;
  const operation = `participants.redemptions.items:${participant.id}`;
  return idempotent(ctx, { operation, scopeId: body.program_id, key: requiredKey(ctx), fields, status: 201 }, async (tx) => {
    await assertFoundActive(tx, ctx, participant);
    const settings = await redemptionSettings(tx, ctx.organization.id, body.program_id);
    const reward = await offeredReward(tx, ctx, body);
    const opened = await naming(fieldsOf(reward), () => openHolderAccount(tx, ctx, participant, reward));
    const backed = reward.reward_source_id === null ? null : await priceOrder(tx, ctx.organization.id, reward, body);
    const order = backed ?? orderOf(reward, opened.context.asset, body);
    assertInStock(reward, order.quantity, await countRedeemedBy(tx, ctx.organization.id, reward.id, participant.id));
    const { amount } = order;
    const ordered = { ...order, id: reward.id, type: reward.redemption_type };
    const placement = {
      participant,
      amount,
      description: reward.name,
      mode: backed ? 'PENDING' : body.mode,
      expiresAt: body.expires_at,
      settings,
      reward: ordered,
    };
    const row = await naming(fieldsOf(reward), () => placeRedemption(tx, opened, placement));
    await followStock(tx, opened.context, reward, order.quantity);
    return presentRedemption(backed ? { ...row, fulfillment: await openOrder(tx, opened.context, row.id, backed.item) } : row);
  });
}

/** The asset is the reward's, and what it costs follows from what was ordered: refusals name the fields that chose them. */
function fieldsOf({ unit_cost, reward_source_id }: Pick<RewardRow, 'unit_cost' | 'reward_source_id'>): Record<string, string> {
  const measure = unit_cost === null ? 'amount' : 'quantity';
  return { asset_id: 'reward_id', amount: reward_source_id === null ? measure : 'face_value_minor' };
}

async function offeredReward(
  tx: Tx,
  ctx: Ctx,
  { reward_id, program_id }: Pick<RedeemReward, 'reward_id' | 'program_id'>,
): Promise<RewardRow> {
  const reward = await getRewardForUpdate(ctx.organization.id, tx, reward_id);
  if (reward.program_id !== program_id) {
    throw new DomainError('reward_program_mismatch', 'The reward belongs to another program; name the program that offers it.', {
      param: 'reward_id',
    });
  }
  assertRedeemable(reward, ctx.clock.now());
  return reward;
}

/**
 * @throws DomainError missing_idempotency_key, participant_inactive, insufficient_funds, invalid_expiration, and refusals of
 * program, asset and ledger.
 */
export function redeemAmount(ctx: Ctx, participant: Redeemer, body: Omit<RedeemAmount, 'id'>): Promise<OperationOutcome<Redemption>> {
  const { idempotency_key: _, ...fields } = body;
  const operation = `participants.redemptions:${participant.id}`;
  return idempotent(ctx, { operation, scopeId: body.program_id, key: requiredKey(ctx), fields, status: 201 }, async (tx) => {
    await assertFoundActive(tx, ctx, participant);
    const opened = await openHolderAccount(tx, ctx, participant, body);
    const row = await placeRedemption(tx, opened, {
      participant,
      amount: parseAmount(body.amount, opened.context.asset.scale),
      description: body.description ?? null,
      mode: body.mode,
      expiresAt: body.expires_at,
      settings: await redemptionSettings(tx, ctx.organization.id, body.program_id),
      reward: null,
    });
    return presentRedemption(row);
  });
}

/** @throws DomainError missing_idempotency_key. */
export function requiredKey({ idempotencyKey }: Pick<Ctx, 'idempotencyKey'>): string {
  if (idempotencyKey !== null) return idempotencyKey;
  throw new DomainError('missing_idempotency_key', 'Send an `idempotency_key`, so that a repeated request takes effect only once.', {
    param: 'idempotency_key',
  });
}
