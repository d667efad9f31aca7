/**
 * Carries out capture, cancel and fail: one state transition in one transaction under the redemption's
 * lock, replayed for the same idempotency key. A deadline that has passed takes effect first.
 */
import type { Redemption } from '@/contract/redemption';
import { transition, type RedemptionStatus } from '@/domain/redemptions/machine';
import type { Ctx } from '@/server/platform/context';
import type { RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import type { RewardRow } from '@/server/db/repositories/rewards/rewards';
import type { Tx } from '@/server/db/transaction';
import { openHolderAccount, type HolderAccount } from '@/server/services/balances/holder-account';
import { idempotent, type Outcome } from '@/server/services/idempotent';
import { naming } from '@/server/services/naming';
import { lockedReward } from './end-reservation';
import { expireReservation } from './expire-reservations';
import { getRedemption, getRedemptionForUpdate } from './get-redemption';
import { presentRedemption } from './present-redemption';

export interface Resolution {
  readonly trigger: 'CAPTURE' | 'CANCEL' | 'FAIL';
  /** The semantic fields of the request. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Carries out the transition of a pending redemption. */
  perform(
    tx: Tx,
    opened: HolderAccount,
    redemption: RedemptionRow,
    reward: RewardRow | null,
    status: RedemptionStatus,
  ): Promise<RedemptionRow>;
}

/** @throws DomainError not_found, redemption_already_resolved, program_suspended, program_archived, and what `perform` throws. */
export async function resolveRedemption(ctx: Ctx, id: string, { trigger, fields, perform }: Resolution): Promise<Outcome<Redemption>> {
  const { program_id, status, expires_at } = await getRedemption(ctx, id);
  const now = ctx.clock.now();
  if (status === 'PENDING' && expires_at && expires_at <= now) await expireReservation({ organizationId: ctx.organization.id, now }, id);
  const operation = `redemptions.${trigger.toLowerCase()}:${id}`;
  const request = { operation, scopeId: program_id, key: ctx.idempotencyKey, fields, status: 200 };
  const resolve = async (tx: Tx): Promise<Redemption> => {
    const redemption = await getRedemptionForUpdate(ctx, tx, id);
    const next = transition(redemption.status, trigger);
    if (next === null) return presentRedemption(redemption);
    const reward = await lockedReward(tx, ctx.organization.id, redemption);
    const opened = await openHolderAccount(tx, ctx, { type: 'PARTICIPANT', id: redemption.participant_id }, redemption, false);
    return presentRedemption(await perform(tx, opened, redemption, reward, next));
  };
  return naming({ program_id: 'id', amount: 'id' }, () => idempotent(ctx, request, resolve));
}
