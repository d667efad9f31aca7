/** Decides about catalog rewards: their status changes, their cost, and how many may be redeemed. */
import { REWARD_MOVES, type RewardStatus } from '@/domain/choices';
import { DomainError } from '@/domain/errors';
import { namesIn } from '@/domain/fields';
import type { AssetTerms } from '@/domain/ledger/accounts';
import { amountOf, parseAmount, type Amount } from '@/domain/money';

export const REDEMPTION_TYPES = ['UNIT_BASED', 'AMOUNT_BASED'] as const;
export type RedemptionType = (typeof REDEMPTION_TYPES)[number];

export interface RewardStock {
  readonly status: RewardStatus;
  /** Units that may be redeemed in all; null: any number. A reward redeemed by amount counts redemptions. */
  readonly max_total: number | null;
  /** Units redeemed and not reversed, pending redemptions included. */
  readonly redeemed_count: number;
}

const isSoldOut = ({ max_total, redeemed_count }: Pick<RewardStock, 'max_total' | 'redeemed_count'>): boolean =>
  max_total !== null && redeemed_count >= max_total;

/** Units that can still be redeemed; null: any number. */
export const remainingUnits = ({ max_total, redeemed_count }: RewardStock): number | null =>
  max_total === null ? null : Math.max(0, max_total - redeemed_count);

/**
 * The status after the stock or its limit changed. Selling out closes an active reward, and only a reward
 * closed by selling out reopens by itself.
 */
export function statusByStock(before: RewardStock, after: Pick<RewardStock, 'max_total' | 'redeemed_count'>): RewardStatus {
  if (before.status === 'ACTIVE' && isSoldOut(after)) return 'OUT_OF_STOCK';
  if (before.status === 'OUT_OF_STOCK' && isSoldOut(before) && !isSoldOut(after)) return 'ACTIVE';
  return before.status;
}

/** @throws DomainError invalid_status. */
function assertRewardMoves(from: RewardStatus, to: RewardStatus): void {
  if (from === to || REWARD_MOVES[from].includes(to)) return;
  throw new DomainError('invalid_status', `A reward that is ${from} cannot become ${to}.`, { param: 'status' });
}

export interface RewardSettings {
  readonly name: string;
  readonly description: string | null;
  readonly category: string | null;
  readonly image_url: string | null;
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly status: RewardStatus;
  /** Decimal text; null for a reward redeemed by amount. */
  readonly unit_cost: string | null;
  readonly max_total: number | null;
  readonly max_per_participant: number | null;
  readonly available_from: Date | null;
  readonly available_until: Date | null;
}

/** @throws DomainError validation_error, invalid_amount when settings of the reward contradict each other. */
export function assertRewardSound(
  reward: RewardSettings & { readonly redemption_type: RedemptionType; readonly redeemed_count: number },
  scale: number,
): void {
  const { redemption_type, unit_cost, available_from, available_until, max_total, redeemed_count } = reward;
  if (redemption_type === 'UNIT_BASED' && unit_cost === null)
    throw invalid('unit_cost', 'A UNIT_BASED reward needs the `unit_cost`.', 'required');
  if (redemption_type === 'AMOUNT_BASED' && unit_cost !== null)
    throw invalid('unit_cost', 'An AMOUNT_BASED reward has no `unit_cost`; leave it out.', 'invalid_value');
  if (unit_cost !== null) parseAmount(unit_cost, scale, 'unit_cost');
  if (available_from && available_until && available_from >= available_until) {
    throw invalid('available_until', '`available_until` must be later than `available_from`.', 'out_of_range');
  }
  if (max_total !== null && max_total < redeemed_count) {
    throw invalid('max_total', `\`max_total\` cannot be less than the ${redeemed_count} units already redeemed.`, 'out_of_range');
  }
}

function invalid(field: string, message: string, reason: string): DomainError {
  return new DomainError('validation_error', message, { param: field, fields: [{ field, message, reason }] });
}

/**
 * The reward after a change by hand; the very same object when nothing changes, so that archiving an
 * archived reward again is harmless.
 * @throws DomainError invalid_status (not reachable, ACTIVE without stock, or the reward is archived), and as `assertRewardSound`.
 */
export function applyRewardChange<
  R extends RewardSettings & RewardStock & { redemption_type: RedemptionType; deleted_at: Date | null; updated_at: Date },
>(reward: R, change: Partial<RewardSettings>, scale: number, now: Date): R {
  const names = namesIn(change).filter((name) => change[name] !== undefined && !isSame(name, change[name], reward[name]));
  if (names.length === 0) return reward;
  if (reward.status === 'ARCHIVED')
    throw new DomainError('invalid_status', 'The reward is archived and cannot be changed; create a new one.', { param: 'status' });
  const wanted = { ...reward, ...Object.fromEntries(names.map((name) => [name, change[name]])) };
  assertRewardMoves(reward.status, wanted.status);
  assertRewardSound(wanted, scale);
  if (change.status === 'ACTIVE' && isSoldOut(wanted)) {
    throw new DomainError('invalid_status', 'The reward has no stock left; raise `max_total` to open it again.', { param: 'status' });
  }
  const status = names.includes('status') ? wanted.status : statusByStock(reward, wanted);
  return { ...wanted, status, updated_at: now, deleted_at: status === 'ARCHIVED' ? now : null };
}

function isSame(name: keyof RewardSettings, a: unknown, b: unknown): boolean {
  if (name === 'unit_cost' && typeof a === 'string' && typeof b === 'string') return amountOf(a).equals(amountOf(b));
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime();
  return typeof a === 'object' || typeof b === 'object' ? JSON.stringify(a) === JSON.stringify(b) : a === b;
}

type OfferedReward = RewardStock & Pick<RewardSettings, 'available_from' | 'available_until'>;

/** @throws DomainError reward_unavailable (draft, archived, outside its window), max_total_exceeded (out of stock). */
export function assertRedeemable(reward: OfferedReward, now: Date): void {
  assertOffered(reward, now);
  assertNotClosed(reward);
}

/** Whether units are left of it is another question. @throws DomainError reward_unavailable. */
export function assertOffered(reward: OfferedReward, now: Date): void {
  if (reward.status === 'DRAFT' || reward.status === 'ARCHIVED') {
    throw new DomainError(
      'reward_unavailable',
      `The reward is ${reward.status === 'DRAFT' ? 'a draft' : 'archived'} and cannot be redeemed.`,
      { param: 'reward_id' },
    );
  }
  const { available_from, available_until } = reward;
  if ((available_from && now < available_from) || (available_until && now >= available_until)) {
    throw new DomainError('reward_unavailable', 'The reward cannot be redeemed at this time.', {
      param: 'reward_id',
      details: { available_from: available_from?.toISOString() ?? null, available_until: available_until?.toISOString() ?? null },
    });
  }
}

/** @throws DomainError max_total_exceeded when its stock, or somebody, has closed it. */
export function assertNotClosed({ status }: Pick<RewardStock, 'status'>): void {
  if (status === 'OUT_OF_STOCK')
    throw new DomainError('max_total_exceeded', 'The reward is out of stock.', { param: 'reward_id', details: { remaining: 0 } });
}

/**
 * @param byParticipant units that the participant has redeemed of it already.
 * @throws DomainError max_total_exceeded, max_per_participant_exceeded.
 */
export function assertInStock(
  reward: RewardStock & Pick<RewardSettings, 'max_per_participant'>,
  units: number,
  byParticipant: number,
): void {
  const remaining = remainingUnits(reward);
  if (remaining !== null && units > remaining) {
    const message =
      remaining === 0
        ? 'The reward is sold out.'
        : `Only ${remaining} ${remaining === 1 ? 'unit' : 'units'} of the reward can still be redeemed.`;
    throw new DomainError('max_total_exceeded', message, { param: 'quantity', details: { remaining } });
  }
  const { max_per_participant: limit } = reward;
  if (limit !== null && byParticipant + units > limit) {
    const left = Math.max(0, limit - byParticipant);
    throw new DomainError('max_per_participant_exceeded', `The participant can redeem only ${left} more of the reward.`, {
      param: 'quantity',
      details: { limit, remaining: left },
    });
  }
}

/** What is redeemed of a reward: `amount` is `quantity` times `unitCost`. */
export interface RewardOrder {
  readonly quantity: number;
  readonly unitCost: Amount;
  readonly amount: Amount;
}

interface RewardRequest {
  readonly quantity?: number | undefined;
  readonly amount?: string | undefined;
  readonly face_value_minor?: number | undefined;
}

/** @throws DomainError amount_required, invalid_amount, invalid_request (the measure of the other kind of reward). */
export function orderOf(
  reward: Pick<RewardSettings, 'unit_cost'>,
  { scale }: Pick<AssetTerms, 'scale'>,
  request: RewardRequest,
): RewardOrder {
  const { quantity, amount } = request;
  if (request.face_value_minor !== undefined)
    throw new DomainError('invalid_request', 'This reward has no face value; leave `face_value_minor` out.', { param: 'face_value_minor' });
  if (reward.unit_cost !== null) {
    if (amount !== undefined)
      throw new DomainError('invalid_request', 'This reward is redeemed by the unit; send `quantity` instead of `amount`.', {
        param: 'amount',
      });
    const unitCost = amountOf(reward.unit_cost);
    return { quantity: quantity ?? 1, unitCost, amount: unitCost.times(quantity ?? 1) };
  }
  if (amount === undefined)
    throw new DomainError('amount_required', 'This reward is redeemed by amount; send `amount`.', { param: 'amount' });
  if (quantity !== undefined)
    throw new DomainError('invalid_request', 'Send one of `amount` and `quantity`; this reward takes `amount`.', { param: 'quantity' });
  const total = parseAmount(amount, scale);
  return { quantity: 1, unitCost: total, amount: total };
}
