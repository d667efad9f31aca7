/** Redeems a plain amount: one journal entry in one transaction, replayed for the same idempotency key. */
import type { RedeemAmount, Redemption } from '@/contract/redemption';
import { parseAmount } from '@/domain/money';
import type { Ctx } from '@/server/platform/context';
import { openHolderAccount } from '@/server/services/balances/holder-account';
import { assertFoundActive } from '@/server/services/balances/holders';
import { idempotent, type OperationOutcome } from '@/server/services/idempotent';
import { placeRedemption, redemptionSettings, type Redeemer } from './place-redemption';
import { presentRedemption } from './present-redemption';
import { requiredKey } from './required-key';

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
