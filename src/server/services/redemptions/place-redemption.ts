/** Places a new redemption: commits the ledger's decision, and records the redemption itself. */
import { only } from '@/domain/assert';
import { combine } from '@/domain/decision';
import type { Holder } from '@/domain/ledger/accounts';
import type { LedgerContext } from '@/domain/ledger/command';
import { redeem, reserve, type RedemptionFacts } from '@/domain/ledger/redemption';
import { amountOf, type Amount } from '@/domain/money';
import { reservationDeadline, type RedemptionMode } from '@/domain/redemptions/deadline';
import type { RedemptionType, RewardOrder } from '@/domain/redemptions/reward';
import { DomainError } from '@/domain/errors';
import { commitDecision } from '@/server/db/commit';
import {
  findRedemptionSettings,
  insertRedemptions,
  type RedemptionRow,
  type RedemptionSettings,
} from '@/server/db/repositories/rewards/redemptions';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import type { HolderAccount } from '@/server/services/balances/holders';

export type Redeemer = Holder & { readonly type: 'PARTICIPANT' };

interface Placement {
  readonly participant: Redeemer;
  readonly amount: Amount;
  readonly description: string | null;
  readonly mode: RedemptionMode;
  readonly expiresAt: string | undefined;
  readonly settings: RedemptionSettings;
  /** The catalog item and what was ordered of it; null for a plain amount. */
  readonly reward: (RewardOrder & { readonly id: string; readonly type: RedemptionType }) | null;
}

/** @throws DomainError not_found. */
export async function redemptionSettings(tx: Tx, organizationId: string, programId: string): Promise<RedemptionSettings> {
  const settings = await findRedemptionSettings(tx, organizationId, programId);
  if (!settings) throw new DomainError('not_found', 'There is no such program in your organization.', { param: 'program_id' });
  return settings;
}

/** The facts of a stored redemption that the ledger decides on. */
export const factsOf = (row: RedemptionRow): RedemptionFacts => ({
  id: row.id,
  holder: { type: 'PARTICIPANT', id: row.participant_id },
  amount: amountOf(row.amount),
  description: row.description,
  target: row.target,
  rewardId: row.reward_id,
});

/** @throws DomainError invalid_request, invalid_expiration, and refusals of the ledger. */
export async function placeRedemption(
  tx: Tx,
  { context, account, due, scope }: HolderAccount,
  placement: Placement,
): Promise<RedemptionRow> {
  const { participant, amount, description, mode, settings, reward } = placement;
  const { organizationId, now } = context;
  const expires_at = reservationDeadline(mode, placement.expiresAt, settings.ttl, now);
  const facts: RedemptionFacts = {
    id: newId(),
    holder: participant,
    amount,
    description,
    target: settings.target,
    rewardId: reward?.id ?? null,
  };
  const decision = (mode === 'PENDING' ? reserve : redeem)(context, account, facts);
  await commitDecision(tx, scope, combine([due, decision]));
  const row = placedRedemption(context, facts, {
    entryId: only(decision.entries).id,
    expiresAt: expires_at,
    order: reward,
    decisionId: null,
  });
  insertRedemptions(tx, organizationId, [row]);
  return row;
}

interface Placed {
  /** The entry that spent or reserved the value. */
  readonly entryId: string;
  /** The deadline of what is pending; null for what is completed at once. */
  readonly expiresAt: Date | null;
  readonly order: (RewardOrder & { readonly type: RedemptionType }) | null;
  readonly decisionId: string | null;
}

/** The record of a redemption that has just been placed. */
export function placedRedemption(
  { programId, asset, now }: Pick<LedgerContext, 'programId' | 'asset' | 'now'>,
  facts: RedemptionFacts,
  { entryId, expiresAt, order, decisionId }: Placed,
): RedemptionRow {
  return {
    ...UNRESOLVED,
    id: facts.id,
    program_id: programId,
    participant_id: facts.holder.id,
    asset_id: asset.id,
    amount: facts.amount.toFixed(),
    description: facts.description,
    target: facts.target,
    status: expiresAt === null ? 'COMPLETED' : 'PENDING',
    reward_id: facts.rewardId,
    quantity: order?.quantity ?? null,
    unit_cost: order?.unitCost.toFixed() ?? null,
    reversed_quantity: order?.type === 'UNIT_BASED' ? 0 : null,
    journal_entry_id: entryId,
    reservation_id: expiresAt === null ? null : newId(),
    expires_at: expiresAt,
    decision_id: decisionId,
    created_at: now,
    updated_at: now,
    scale: asset.scale,
  };
}

const UNRESOLVED = {
  failure_reason: null,
  resolved_at: null,
  capture_journal_entry_id: null,
  captured_at: null,
  release_journal_entry_id: null,
  released_amount: null,
  reversed_amount: '0',
  fulfillment: null,
} as const;
