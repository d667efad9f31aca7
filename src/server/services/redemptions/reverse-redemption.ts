/** Reverses a redemption, wholly or in part: one journal entry in one transaction, replayed for the same idempotency key. */
import type { ReversalResource, ReverseRedemption } from '@/contract/redemption';
import { present } from '@/domain/assert';
import { combine } from '@/domain/decision';
import { reverse } from '@/domain/ledger/redemption';
import { amountOf, parseAmount } from '@/domain/money';
import { afterReversal } from '@/domain/redemptions/record';
import { planReversal, type ReversalPlan, type Reversible } from '@/domain/redemptions/reversal';
import type { Ctx } from '@/server/platform/context';
import { commitDecision } from '@/server/db/commit';
import { insertReversal, type ReversalRow } from '@/server/db/repositories/rewards/redemption-reversals';
import { loadTakenLots, updateRedemptionRow, type RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import type { Tx } from '@/server/db/transaction';
import { newId } from '@/server/platform/ids';
import { assertFoundActive, openHolderAccount, type HolderAccount } from '@/server/services/balances/holders';
import { idempotent, type OperationOutcome } from '@/server/services/idempotent';
import { naming } from '@/server/services/naming';
import { followStock } from '@/server/services/rewards/rewards';
import { lockedReward } from './reservations';
import { getRedemption, getRedemptionForUpdate, presentReversal } from './redemptions';
import { factsOf } from './place-redemption';
import { requiredKey } from './redeem';

/**
 * @throws DomainError not_found, missing_idempotency_key, invalid_reversal_params, redemption_not_completed, already_reversed,
 * amount_exceeds_remaining, quantity_exceeds_remaining, participant_inactive, program_suspended, program_archived.
 */
export async function reverseRedemption(ctx: Ctx, { id, ...body }: ReverseRedemption): Promise<OperationOutcome<ReversalResource>> {
  const { program_id } = await getRedemption(ctx, id);
  const { idempotency_key: _, ...fields } = body;
  const request = { operation: `redemptions.reverse:${id}`, scopeId: program_id, key: requiredKey(ctx), fields, status: 201 };
  const giveItBack = async (tx: Tx): Promise<ReversalResource> => {
    const redemption = await getRedemptionForUpdate(ctx, tx, id);
    const amount = body.amount === undefined ? undefined : parseAmount(body.amount, redemption.scale);
    const plan = planReversal(reversibleOf(redemption), { amount, quantity: body.quantity });
    const participant = { type: 'PARTICIPANT', id: redemption.participant_id } as const;
    await assertFoundActive(tx, ctx, participant);
    const reward = await lockedReward(tx, ctx.organization.id, redemption);
    const opened = await openHolderAccount(tx, ctx, participant, redemption);
    const row = await giveBack(tx, opened, redemption, plan, body.reason);
    if (reward) await followStock(tx, opened.context, reward, -unitsReturned(redemption, plan));
    return presentReversal(row);
  };
  return naming({ program_id: 'id' }, () => idempotent(ctx, request, giveItBack));
}

function reversibleOf({ status, amount, reversed_amount, scale, quantity, unit_cost, reversed_quantity }: RedemptionRow): Reversible {
  const units =
    quantity === null || unit_cost === null || reversed_quantity === null
      ? null
      : { quantity, unitCost: amountOf(unit_cost), reversed: reversed_quantity };
  return { status, amount: amountOf(amount), reversedAmount: amountOf(reversed_amount), scale, units };
}

/** A reward redeemed by amount returns to stock only as a whole, once its full amount is reversed. */
const unitsReturned = ({ quantity }: RedemptionRow, plan: ReversalPlan): number =>
  plan.quantity ?? (plan.status === 'FULLY_REVERSED' ? (quantity ?? 0) : 0);

async function giveBack(
  tx: Tx,
  { context, account, due, scope }: HolderAccount,
  redemption: RedemptionRow,
  plan: ReversalPlan,
  reason: string,
): Promise<ReversalRow> {
  const { organizationId, asset, now } = context;
  const { id, scale, participant_id } = redemption;
  const spent = redemption.capture_journal_entry_id ?? redemption.journal_entry_id;
  const before = amountOf(redemption.reversed_amount);
  const taken = asset.inventoryMode === 'LOT' ? await loadTakenLots(tx, organizationId, spent, participant_id) : null;
  const reversalId = newId();
  const decision = reverse(context, account, factsOf(redemption), { id: reversalId, amount: plan.amount, before, reason, taken });
  const row: ReversalRow = {
    id: reversalId,
    redemption_id: id,
    amount: plan.amount.toFixed(),
    quantity: plan.quantity,
    reason,
    journal_entry_id: present(decision.entries[0], 'a reversal has an entry, before those that follow from it').id,
    created_at: now,
    scale,
  };
  await commitDecision(tx, scope, combine([due, decision]));
  updateRedemptionRow(tx, organizationId, afterReversal(redemption, plan, now));
  await insertReversal(tx, organizationId, row);
  return row;
}
