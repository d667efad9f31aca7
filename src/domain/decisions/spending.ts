/** Decides the redemptions that are part of a decision, before any rule runs: spent at once, reserved, captured or released, and their stock counted. */
import { NOTHING, type Decision, type NewId } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
import type { OrderItem } from '@/domain/fulfillment/order';
import type { LedgerContext } from '@/domain/ledger/command';
import { capture, redeem, releaseReservation, reserve, type RedemptionFacts } from '@/domain/ledger/redemption';
import type { RedemptionType, RewardOrder } from '@/domain/redemptions/reward';
import type { Draft } from '@/domain/rules/world';
import { takeUnits, type Stock } from './stock';

/** A redemption that is asked for, with its price. */
export interface Spend {
  readonly facts: RedemptionFacts;
  readonly assetId: string;
  /** The catalog item and what was ordered of it; null for a plain amount. */
  readonly order: (RewardOrder & { readonly rewardId: string; readonly type: RedemptionType }) | null;
  /** What a provider is to deliver once the decision is committed; null for what is had at once. */
  readonly item: OrderItem | null;
}

/** What a draft and the stock have come to. */
interface SpendMade {
  readonly decision: Decision;
  readonly stock: Stock;
}

/** ORDER and HAND_OVER leave the value reserved until the provider has delivered: of a new redemption, and of one that a reservation held. */
export type SpendStep = 'REDEEM' | 'ORDER' | 'RESERVE' | 'CAPTURE' | 'HAND_OVER' | 'RELEASE';

const unmoved: typeof redeem = () => NOTHING;
const ENDS: Readonly<Record<SpendStep, typeof redeem>> = {
  REDEEM: redeem,
  ORDER: reserve,
  RESERVE: reserve,
  CAPTURE: capture,
  HAND_OVER: unmoved,
  RELEASE: releaseReservation,
};
const UNITS: Readonly<Record<SpendStep, number>> = { REDEEM: 1, ORDER: 1, RESERVE: 1, CAPTURE: 0, HAND_OVER: 0, RELEASE: -1 };

/** How a redemption is committed, with the decision or after its reservation. */
export const committing = ({ item }: Spend, isReserved: boolean): SpendStep =>
  isReserved ? (item === null ? 'CAPTURE' : 'HAND_OVER') : item === null ? 'REDEEM' : 'ORDER';

/** The field of a redemption that says how much of it is wanted. */
const measureOf = ({ order, item }: Spend): string =>
  item !== null ? 'face_value_minor' : order?.type === 'UNIT_BASED' ? 'quantity' : 'amount';

/**
 * Applies one redemption to the draft. CAPTURE, HAND_OVER and RELEASE end what RESERVE began.
 * @throws DomainError insufficient_funds, max_total_exceeded, max_per_participant_exceeded, asset_not_linked, and refusals of the ledger.
 */
export function spend(draft: Draft, stock: Stock, how: SpendStep, asked: Spend, newId: NewId): SpendMade {
  const { facts, assetId, order } = asked;
  const units = UNITS[how] * (order?.quantity ?? 0);
  const left =
    order === null || units === 0 ? stock : takeUnits(stock, { rewardId: order.rewardId, participantId: facts.holder.id, units });
  const decision = ENDS[how](contextOf(draft, assetId, newId), draft.account('PARTICIPANT', facts.holder.id, assetId), facts);
  draft.apply(decision);
  return { decision, stock: left };
}

function contextOf({ world: { program, assets, now } }: Draft, assetId: string, newId: NewId): LedgerContext {
  const asset = assets.get(assetId);
  if (!asset) throw new DomainError('asset_not_linked', 'The asset is not linked to the program; link it first.', { param: 'asset_id' });
  return { organizationId: program.organizationId, programId: program.id, asset, now, newId };
}

/** The refusal of the redemption at a place, whose field it names: of a reward, its asset is not one, and what it costs follows from how much is wanted. */
export function atPlace({ code, message, param, details }: DomainError, place: number, asked: Spend): DomainError {
  const isReward = asked.order !== null;
  const field = isReward && param === 'asset_id' ? 'reward_id' : param === undefined || param === 'amount' ? measureOf(asked) : param;
  return new DomainError(code, message, { param: `redemptions[${place}].${field}`, ...(details ? { details } : {}) });
}
