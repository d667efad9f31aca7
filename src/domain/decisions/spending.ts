/** Decides the redemptions that are part of a decision, before any rule runs: spent at once, reserved, captured or released, and their stock counted. */
import type { Decision, NewId } from '@/domain/decision';
import { DomainError } from '@/domain/errors';
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
}

/** What a draft and the stock have come to. */
interface SpendMade {
  readonly decision: Decision;
  readonly stock: Stock;
}

type Ledger = typeof redeem;
const ENDS = { REDEEM: redeem, RESERVE: reserve, CAPTURE: capture, RELEASE: releaseReservation } as const satisfies Record<string, Ledger>;
const UNITS = { REDEEM: 1, RESERVE: 1, CAPTURE: 0, RELEASE: -1 } as const satisfies Record<keyof typeof ENDS, number>;

/**
 * Applies one redemption to the draft. CAPTURE and RELEASE end what RESERVE began.
 * @throws DomainError insufficient_funds, max_total_exceeded, max_per_participant_exceeded, asset_not_linked, and refusals of the ledger.
 */
export function spend(draft: Draft, stock: Stock, how: keyof typeof ENDS, asked: Spend, newId: NewId): SpendMade {
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
