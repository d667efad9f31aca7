/** Computes the figures behind reports on lots and redemptions, each in one set-based statement. */
import { statement } from '../transaction';
import type { FlowScope } from './ledger-flows';

/** From inclusive, to exclusive. */
export interface ReportWindow {
  readonly from: Date;
  readonly to: Date;
}

export type Granularity = 'DAY' | 'WEEK' | 'MONTH';

export interface ExpirationRow {
  asset_id: string;
  period_start: Date;
  amount: string;
  scale: number;
}

/** What is left in lots that will expire, by UTC day, ISO week or month of expiry: from sealed entries and those awaiting their seal. */
export function sumExpirations({ organizationId, programId, assetId }: FlowScope, granularity: Granularity): Promise<ExpirationRow[]> {
  return statement<ExpirationRow>(
    `SELECT moved.asset_id, moved.period_start, sum(moved.amount)::text AS amount, a.scale
     FROM (SELECT program_id, asset_id, date_trunc($4, day::timestamp AT TIME ZONE 'UTC', 'UTC') AS period_start, amount FROM expiry_days WHERE organization_id = $1
           UNION ALL
           SELECT l.program_id, l.asset_id, date_trunc($4, l.expires_at, 'UTC'), m.amount
           FROM entry_seal_queue q JOIN lot_postings m ON m.entry_id = q.entry_id JOIN lots l ON l.id = m.lot_id
           WHERE q.organization_id = $1 AND l.expires_at IS NOT NULL) AS moved
     JOIN assets a ON a.id = moved.asset_id AND a.organization_id = $1
     WHERE ($2::uuid IS NULL OR moved.program_id = $2) AND ($3::uuid IS NULL OR moved.asset_id = $3)
     GROUP BY a.symbol, moved.asset_id, a.scale, moved.period_start HAVING sum(moved.amount) <> 0
     ORDER BY moved.period_start, a.symbol, moved.asset_id`,
    [organizationId, programId, assetId, granularity.toLowerCase()],
  );
}

export interface RedemptionReportRow {
  program_id: string;
  asset_id: string;
  reward_id: string | null;
  reward_name: string | null;
  scale: number;
  completed_count: number;
  completed_amount: string;
  reversed_amount: string;
  pending_count: number;
  pending_amount: string;
  ended_count: number;
}

/** Redemptions created in the window, by program, asset and reward. */
export function sumRedemptions(
  { organizationId, programId, assetId }: FlowScope,
  { from, to }: ReportWindow,
): Promise<RedemptionReportRow[]> {
  const completed = `r.status IN ('COMPLETED', 'PARTIALLY_REVERSED', 'FULLY_REVERSED')`;
  return statement<RedemptionReportRow>(
    `SELECT sums.program_id, sums.asset_id, sums.reward_id, w.name AS reward_name, a.scale, sums.completed_count, sums.completed_amount::text,
            sums.reversed_amount::text, sums.pending_count, sums.pending_amount::text, sums.ended_count
     FROM (SELECT r.program_id, r.asset_id, r.reward_id, count(*) FILTER (WHERE ${completed})::int AS completed_count,
                  coalesce(sum(r.amount) FILTER (WHERE ${completed}), 0) AS completed_amount,
                  coalesce(sum(r.reversed_amount) FILTER (WHERE r.reversed_amount > 0), 0) AS reversed_amount,
                  count(*) FILTER (WHERE r.status = 'PENDING')::int AS pending_count,
                  coalesce(sum(r.amount) FILTER (WHERE r.status = 'PENDING'), 0) AS pending_amount,
                  count(*) FILTER (WHERE r.status IN ('CANCELLED', 'FAILED'))::int AS ended_count
           FROM redemptions r
           WHERE r.organization_id = $1 AND r.created_at >= $4 AND r.created_at < $5
             AND ($2::uuid IS NULL OR r.program_id = $2) AND ($3::uuid IS NULL OR r.asset_id = $3)
           GROUP BY r.program_id, r.asset_id, r.reward_id) AS sums
     JOIN assets a ON a.id = sums.asset_id LEFT JOIN rewards w ON w.id = sums.reward_id
     ORDER BY a.symbol, sums.program_id, w.name NULLS FIRST, sums.reward_id`,
    [organizationId, programId, assetId, from, to],
  );
}
