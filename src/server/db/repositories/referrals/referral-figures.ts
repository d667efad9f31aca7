/** Counts what became of the friends of a referral program, in a window of time. */
import { firstIdAt } from '@/server/platform/ids';
import { statement, statementForValues } from '@/server/db/transaction';

interface Counted {
  readonly organizationId: string;
  readonly referralProgramId: string;
  readonly from: Date;
  readonly to: Date;
}

export interface FunnelRow {
  codes: number;
  bound: number;
  pending: number;
  qualified: number;
  rewarded: number;
  expired: number;
  cancelled: number;
  /** Of those that qualified, from the binding on; null for none. */
  median_seconds: number | null;
}

/** Of the friends who were bound in the window, how far each is by now. */
export async function countFunnel({ organizationId, referralProgramId, from, to }: Counted): Promise<FunnelRow> {
  const [row] = await statementForValues<FunnelRow>(
    `SELECT count(*)::int AS bound, count(*) FILTER (WHERE status = 'PENDING')::int AS pending, count(*) FILTER (WHERE status = 'QUALIFIED')::int AS qualified,
       count(*) FILTER (WHERE status = 'QUALIFIED' AND rewarded)::int AS rewarded, count(*) FILTER (WHERE status = 'EXPIRED')::int AS expired,
       count(*) FILTER (WHERE status = 'CANCELLED')::int AS cancelled,
       (percentile_cont(0.5) WITHIN GROUP (ORDER BY extract(epoch FROM qualified_at - bound_at)) FILTER (WHERE status = 'QUALIFIED'))::int AS median_seconds,
       (SELECT count(*)::int FROM referrers c WHERE c.organization_id = $1 AND c.referral_program_id = $2 AND c.created_at >= $5 AND c.created_at < $6) AS codes
     FROM referrals r WHERE r.organization_id = $1 AND r.referral_program_id = $2 AND r.id >= $3 AND r.id < $4`,
    [organizationId, referralProgramId, firstIdAt(from), firstIdAt(to), from, to],
  );
  return row ?? { codes: 0, bound: 0, pending: 0, qualified: 0, rewarded: 0, expired: 0, cancelled: 0, median_seconds: null };
}

export interface ReferralDayRow {
  day: string;
  codes: number;
  bound: number;
  qualified: number;
  expired: number;
  cancelled: number;
}

const DAY = `to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD')`;
const ofKind = (kind: string, table: string, column: string): string =>
  `SELECT '${kind}' AS kind, ${column} AS at FROM ${table} WHERE organization_id = $1 AND referral_program_id = $2 AND ${column} >= $3 AND ${column} < $4`;

/** What happened on each UTC day on which anything did, in order. */
export const countReferralDays = ({ organizationId, referralProgramId, from, to }: Counted): Promise<ReferralDayRow[]> =>
  statementForValues<ReferralDayRow>(
    `SELECT ${DAY} AS day, count(*) FILTER (WHERE kind = 'codes')::int AS codes, count(*) FILTER (WHERE kind = 'bound')::int AS bound,
       count(*) FILTER (WHERE kind = 'qualified')::int AS qualified, count(*) FILTER (WHERE kind = 'expired')::int AS expired,
       count(*) FILTER (WHERE kind = 'cancelled')::int AS cancelled
     FROM (${ofKind('codes', 'referrers', 'created_at')}
       UNION ALL SELECT 'bound', created_at FROM referrals WHERE organization_id = $1 AND referral_program_id = $2 AND id >= $5 AND id < $6
       UNION ALL ${ofKind('qualified', 'referrals', 'qualified_at')}
       UNION ALL ${ofKind('expired', 'referrals', 'expired_at')}
       UNION ALL ${ofKind('cancelled', 'referrals', 'cancelled_at')}) AS happened
     GROUP BY 1 ORDER BY 1`,
    [organizationId, referralProgramId, from, to, firstIdAt(from), firstIdAt(to)],
  );

export interface TopReferrerRow {
  participant_id: string;
  external_id: string;
  code: string;
  bound: number;
  qualified: number;
  rewarded: number;
}

/** Those who have brought most friends that qualified, of all time. */
export const topReferrers = (organizationId: string, referralProgramId: string, limit: number): Promise<TopReferrerRow[]> =>
  statement<TopReferrerRow>(
    `SELECT r.participant_id, p.external_id, r.code, r.bound, r.qualified, r.rewarded
     FROM referrers r JOIN participants p ON p.organization_id = $1 AND p.id = r.participant_id
     WHERE r.organization_id = $1 AND r.referral_program_id = $2 AND r.qualified > 0 ORDER BY r.qualified DESC, r.participant_id LIMIT $3`,
    [organizationId, referralProgramId, limit],
  );
