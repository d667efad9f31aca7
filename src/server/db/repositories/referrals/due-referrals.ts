/** Finds the referrals whose time to qualify is over, on the clock of their organization, and lets them expire. */
import { earliestByOrganization, earliestOfAny, NOT_BEING_ADVANCED, ORGANIZATION_NOW } from '@/server/db/organization-clock';
import { statement, type Tx } from '@/server/db/transaction';

const WAITING = `q.status = 'PENDING'`;

/** Organizations that have some, with how far their clocks are ahead. @param now real time, or the clock of `organizationId`. */
export function organizationsWithDueReferrals(
  now: Date,
  organizationId: string | null,
  limit: number,
): Promise<{ organization_id: string; clock_offset_ms: number }[]> {
  return organizationId === null
    ? statement(
        `SELECT e.organization_id, o.clock_offset_ms
         FROM ${earliestByOrganization('referrals', 'expires_at', WAITING)} e JOIN organizations o ON o.id = e.organization_id
         WHERE e.due <= ${ORGANIZATION_NOW} AND ${NOT_BEING_ADVANCED} ORDER BY e.due, e.organization_id LIMIT $2`,
        [now, limit],
      )
    : Promise.resolve([{ organization_id: organizationId, clock_offset_ms: 0 }]);
}

export interface ReferralParties {
  id: string;
  program_id: string;
  referral_program_id: string;
  referrer_id: string;
  referred_id: string;
}

/** Those that somebody qualifies or cancels at this moment are left to the next run. */
export const expireReferralRows = (tx: Pick<Tx, 'query'>, organizationId: string, now: Date, limit: number): Promise<ReferralParties[]> =>
  tx.query<ReferralParties>(
    `UPDATE referrals r SET status = 'EXPIRED', expired_at = $2, updated_at = $2
     FROM (SELECT d.id FROM referrals d WHERE d.organization_id = $1 AND d.status = 'PENDING' AND d.expires_at <= $2
       ORDER BY d.expires_at, d.id LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED) due
     WHERE r.organization_id = $1 AND r.id = due.id
     RETURNING r.id, r.program_id, r.referral_program_id, r.referrer_id, r.referred_id`,
    [organizationId, now, limit],
  );

/** When the organization's next referral expires, up to `until`; null when none does. */
export async function nextReferralDue(organizationId: string, until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(
    `SELECT min(expires_at) AS due_at FROM referrals WHERE organization_id = $1 AND status = 'PENDING' AND expires_at <= $2`,
    [organizationId, until],
  );
  return row?.due_at ?? null;
}

/** The real time at which the next referral of any organization expires, up to `until`. */
export async function nextReferralDueOfAny(until: Date): Promise<Date | null> {
  const [row] = await statement<{ due_at: Date | null }>(`SELECT ${earliestOfAny('referrals', 'expires_at', WAITING)} AS due_at`);
  return row?.due_at && row.due_at <= until ? row.due_at : null;
}
