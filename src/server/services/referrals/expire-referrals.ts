/** Lets referrals expire whose friends did not qualify in time, on the clock of their organization. */
import { NOTHING } from '@/domain/decision';
import { referralExpired } from '@/domain/referrals/announce';
import { commitDecision } from '@/server/db/commit';
import { expireReferralRows, organizationsWithDueReferrals, type ExpiredReferral } from '@/server/db/repositories/referrals/due-referrals';
import { withTransaction } from '@/server/db/transaction';
import type { JobOutcome, JobRun } from '@/server/platform/job';

export async function expireReferrals({ clock, organization, limit, signal }: JobRun): Promise<JobOutcome> {
  const now = organization?.now ?? clock.now();
  let performed = 0;
  for (const { organization_id, clock_offset_ms } of await organizationsWithDueReferrals(now, organization?.id ?? null, limit)) {
    if (signal.aborted) break;
    performed += await expireIn(organization_id, new Date(now.getTime() + clock_offset_ms), limit);
  }
  return { performed, more: performed > 0 };
}

/** @returns how many have expired. */
function expireIn(organizationId: string, now: Date, limit: number): Promise<number> {
  return withTransaction(async (tx) => {
    const expired = await expireReferralRows(tx, organizationId, now, limit);
    const webhooks = expired.map((row) => referralExpired(announced(organizationId, row)));
    if (webhooks.length > 0) await commitDecision(tx, { organizationId, now }, { ...NOTHING, webhooks });
    return expired.length;
  });
}

const announced = (organizationId: string, row: ExpiredReferral) => ({
  id: row.id,
  organizationId,
  programId: row.program_id,
  referralProgramId: row.referral_program_id,
  referrerId: row.referrer_id,
  referredId: row.referred_id,
});
