/**
 * Carries out capture, cancel and fail: one state transition in one transaction under the redemption's
 * lock, replayed for the same idempotency key. A deadline that has passed takes effect first.
 */
import type { Redemption } from '@/contract/redemption';
import { DomainError } from '@/domain/errors';
import { isOpen } from '@/domain/fulfillment/order';
import { transition } from '@/domain/redemptions/machine';
import type { Ctx } from '@/server/platform/context';
import type { RedemptionRow } from '@/server/db/repositories/rewards/redemptions';
import type { RewardRow } from '@/server/db/repositories/rewards/rewards';
import type { Tx } from '@/server/db/transaction';
import { openHolderAccount, type HolderAccount } from '@/server/services/balances/holders';
import { idempotent, type OperationOutcome } from '@/server/services/idempotent';
import { naming } from '@/server/services/naming';
import { captureReservation, endReservation, expireReservation, lockedReward } from './reservations';
import { getRedemption, getRedemptionForUpdate, presentRedemption } from './redemptions';

type Resolution = { readonly trigger: 'CAPTURE' } | { readonly trigger: 'CANCEL' | 'FAIL'; readonly reason: string | null };

/** @throws DomainError fulfillment_in_progress, insufficient_funds when part of the reservation expired, and as every resolution. */
export const captureRedemption = (ctx: Ctx, id: string): Promise<OperationOutcome<Redemption>> =>
  resolveRedemption(ctx, id, { trigger: 'CAPTURE' });

/** For what is no longer wanted. @throws DomainError as every resolution. */
export const cancelRedemption = (ctx: Ctx, id: string, reason: string | null): Promise<OperationOutcome<Redemption>> =>
  resolveRedemption(ctx, id, { trigger: 'CANCEL', reason });

/** For what could not be fulfilled. @throws DomainError as every resolution. */
export const failRedemption = (ctx: Ctx, id: string, reason: string): Promise<OperationOutcome<Redemption>> =>
  resolveRedemption(ctx, id, { trigger: 'FAIL', reason });

/** @throws DomainError not_found, redemption_already_resolved, decision_holds_redemption, program_suspended, program_archived, and refusals of the capture. */
async function resolveRedemption(ctx: Ctx, id: string, resolution: Resolution): Promise<OperationOutcome<Redemption>> {
  const { trigger, ...fields } = resolution;
  const before = await getRedemption(ctx, id);
  const { program_id, status, expires_at } = before;
  const now = ctx.clock.now();
  if (status === 'PENDING' && !isHeldByDecision(before) && expires_at && expires_at <= now)
    await expireReservation({ organizationId: ctx.organization.id, now }, id);
  const operation = `redemptions.${trigger.toLowerCase()}:${id}`;
  const request = { operation, scopeId: program_id, key: ctx.idempotencyKey, fields, status: 200 };
  const resolve = async (tx: Tx): Promise<Redemption> => {
    const redemption = await getRedemptionForUpdate(ctx, tx, id);
    if (transition(redemption.status, trigger) === null) return presentRedemption(redemption);
    assertOfNoReservation(redemption);
    const reward = await lockedReward(tx, ctx.organization.id, redemption);
    const opened = await openHolderAccount(tx, ctx, { type: 'PARTICIPANT', id: redemption.participant_id }, redemption);
    return presentRedemption(await carryOut(tx, opened, redemption, reward, resolution));
  };
  return naming({ program_id: 'id', amount: 'id' }, () => idempotent(ctx, request, resolve));
}

function carryOut(
  tx: Tx,
  opened: HolderAccount,
  redemption: RedemptionRow,
  reward: RewardRow | null,
  resolution: Resolution,
): Promise<RedemptionRow> {
  switch (resolution.trigger) {
    case 'CAPTURE':
      assertNotUnderWay(redemption);
      return captureReservation(tx, opened, redemption);
    case 'CANCEL':
      return endReservation(tx, opened, redemption, reward, { status: 'CANCELLED', reason: resolution.reason });
    case 'FAIL':
      return endReservation(tx, opened, redemption, reward, { status: 'FAILED', reason: resolution.reason });
  }
}

/** Once a provider was told to deliver, the decision holds it no longer. */
const isHeldByDecision = ({ status, decision_id, fulfillment }: RedemptionRow): boolean =>
  status === 'PENDING' && decision_id !== null && fulfillment === null;

/** @throws DomainError decision_holds_redemption. */
function assertOfNoReservation(redemption: RedemptionRow): void {
  if (!isHeldByDecision(redemption)) return;
  throw new DomainError(
    'decision_holds_redemption',
    'The redemption is part of a reservation and ends with it; commit or cancel the decision instead.',
    { param: 'id', details: { decision_id: redemption.decision_id } },
  );
}

/** @throws DomainError fulfillment_in_progress. */
function assertNotUnderWay({ fulfillment }: RedemptionRow): void {
  if (!fulfillment || !isOpen(fulfillment.status)) return;
  throw new DomainError(
    'fulfillment_in_progress',
    'The provider has not delivered the reward yet; the redemption is captured when it does.',
    { param: 'id', details: { status: fulfillment.status } },
  );
}
