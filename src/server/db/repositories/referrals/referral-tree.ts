/** Reads whom somebody brought, and whom those brought, level by level. */
import { statement } from '@/server/db/transaction';
import type { ReferralStatus } from '@/domain/referrals/statuses';

export interface TreeRow {
  referral_id: string;
  referrer_id: string;
  participant_id: string;
  external_id: string;
  display_name: string | null;
  status: ReferralStatus;
  bound_at: Date;
  qualified_at: Date | null;
  /** How many the participant has brought in turn. */
  brought: number;
}

/** The first of those whom one of `referrerIds` has brought, oldest first. */
export const broughtBy = (
  organizationId: string,
  referralProgramId: string,
  referrerIds: readonly string[],
  limit: number,
): Promise<TreeRow[]> =>
  statement<TreeRow>(
    `SELECT r.id AS referral_id, r.referrer_id, r.referred_id AS participant_id, p.external_id, p.display_name, r.status, r.bound_at, r.qualified_at,
       coalesce(own.bound, 0) AS brought
     FROM unnest($3::uuid[]) AS by (id)
     JOIN referrals r ON r.organization_id = $1 AND r.referral_program_id = $2 AND r.referrer_id = by.id
     JOIN participants p ON p.organization_id = $1 AND p.id = r.referred_id
     LEFT JOIN referrers own ON own.organization_id = $1 AND own.referral_program_id = $2 AND own.participant_id = r.referred_id
     ORDER BY r.id LIMIT $4`,
    [organizationId, referralProgramId, referrerIds, limit],
  );

/** Who brought a participant; null for nobody. */
export async function broughtOf(
  organizationId: string,
  referralProgramId: string,
  participantId: string,
): Promise<Omit<TreeRow, 'brought'> | null> {
  const [row] = await statement<Omit<TreeRow, 'brought'>>(
    `SELECT r.id AS referral_id, r.referrer_id, r.referrer_id AS participant_id, p.external_id, p.display_name, r.status, r.bound_at, r.qualified_at
     FROM referrals r JOIN participants p ON p.organization_id = $1 AND p.id = r.referrer_id
     WHERE r.organization_id = $1 AND r.referral_program_id = $2 AND r.referred_id = $3`,
    [organizationId, referralProgramId, participantId],
  );
  return row ?? null;
}
