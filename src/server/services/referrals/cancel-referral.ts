/** Cancels referrals for good: what counted counts no more, and an event about the referrer lets rules take back what they gave. */
import type { CancelReferral } from '@/contract/referral';
import { NOTHING } from '@/domain/decision';
import { cancelledEvent, referralCancelled } from '@/domain/referrals/announce';
import { isCancelled, stepAt } from '@/domain/referrals/referral';
import { commitDecision } from '@/server/db/commit';
import { writeCancelled } from '@/server/db/repositories/referrals/referral-changes';
import { findReferralForUpdate, type ReferralRow } from '@/server/db/repositories/referrals/referrals';
import { withTransaction } from '@/server/db/transaction';
import type { Ctx } from '@/server/platform/context';
import { newIdAt } from '@/server/platform/ids';
import { announced } from './bind-referral';
import { getReferral, unknownReferral } from './get-referral';
import { getReferralProgram } from './get-referral-program';

/** One that is cancelled already stays as it is. @throws DomainError not_found, invalid_status. */
export async function cancelReferral(ctx: Ctx, { id, reason }: CancelReferral): Promise<ReferralRow> {
  const { referral_program_id } = await getReferral(ctx, id);
  const { key, steps } = await getReferralProgram(ctx, referral_program_id);
  return withTransaction(async (tx) => {
    const row = (await findReferralForUpdate(tx, ctx.organization.id, id)) ?? unknownReferral();
    const { counted, referrer_external_id, ...referral } = row;
    if (isCancelled(referral.status)) return referral;
    const now = ctx.clock.now();
    const scope = { organizationId: ctx.organization.id, now, requestId: ctx.requestId };
    await writeCancelled(tx, scope, referral, reason);
    const told = { id: newIdAt(now), programId: row.program_id, dueAt: now, cause: null, referralId: id, referralProgram: key };
    const referrer = { id: row.referrer_id, externalId: referrer_external_id };
    const { rewarded } = referral;
    const event = cancelledEvent(told, referrer, {
      referredId: row.referred_id,
      rewarded,
      count: rewarded ? counted - 1 : counted,
      step: rewarded ? stepAt(steps, counted) : null,
    });
    await commitDecision(tx, scope, { ...NOTHING, events: [event], webhooks: [referralCancelled(announced(ctx, row), reason)] });
    return { ...referral, status: 'CANCELLED', cancelled_at: now, reason, updated_at: now };
  });
}
